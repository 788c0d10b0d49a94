"""What is read of matches: boards and views at any decision, the log, and who may read what; read models of all of them."""
