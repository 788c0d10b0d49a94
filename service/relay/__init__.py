"""The relay: one process that holds thousands of streams in an event loop, where each costs no thread.

It listens at a port of its own, to which a proxy sends who asks for a stream. The application that answers there
is that of the workers: it finds out who is asking and what they may see, and then hands the stream over.
"""
