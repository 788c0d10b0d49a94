"""What an operator sees of the service: requests, logs, metrics."""
