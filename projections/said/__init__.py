"""What people are told: sentences, pictures, names, how a match stands and ended, and the printed record."""
