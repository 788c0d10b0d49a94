"""PostgreSQL: the recorder, its connections, and how processes tell each other that something was appended."""
