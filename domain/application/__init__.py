"""The application: it judges what is asked for, stores what was accepted, and tells the followers."""
