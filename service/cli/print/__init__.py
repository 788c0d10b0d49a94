"""``kerbholz print``: blank sheets for a table, and the record of a match, as a page or for paper."""
