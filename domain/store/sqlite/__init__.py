"""SQLite: the recorder, and the file that it keeps."""
