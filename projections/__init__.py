"""What is read of matches: boards and views at any decision, the log, who may read what; and of all of them."""
