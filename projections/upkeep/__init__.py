"""What is done with whole matches, one after the other: closing, packing, deciding again."""
