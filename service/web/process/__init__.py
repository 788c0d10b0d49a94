"""What a process of the service works with and does beside its requests."""
