"""The rows of the log, single or packed in blocks, and how they are followed."""
