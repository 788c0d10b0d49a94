"""The demonstration (``make demo``): a client that plays the sample matches on a service of its own."""
