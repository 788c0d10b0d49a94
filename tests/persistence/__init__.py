"""What survives: concurrent writers, crashes, lost answers, caches."""
