"""What a scribe types and is told, in words."""
