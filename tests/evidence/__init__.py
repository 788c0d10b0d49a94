"""Signed notes, checkpoints and proofs: against the standards, and through the service."""
