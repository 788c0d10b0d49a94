"""In front of the application: what has to be settled about a request before a thread may be occupied."""
