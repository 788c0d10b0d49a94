"""Webhooks: who gets which share of the sending, and the POST that goes nowhere it must not."""
