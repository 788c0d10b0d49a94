"""``kerbholz scribe``: a program for the terminal with which what happens at a real table is entered.

A client of the REST API like any other. ``outbox`` keeps what was entered on disk until the service has it,
``client`` speaks to the service, ``language`` and ``spoken`` turn lines into commands, ``session`` says what a
line does, ``screen`` shows boards and decisions in short, ``following`` listens for the others, and ``terminal``
is the loop around it all.
"""
