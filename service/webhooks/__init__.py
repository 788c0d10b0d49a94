"""Webhooks: the shares of the sending, and the POST that goes nowhere it must not."""
