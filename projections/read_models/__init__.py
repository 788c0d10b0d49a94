"""What is stored beside the log and follows it: the catalogue, statistics, announcements, public matches."""
