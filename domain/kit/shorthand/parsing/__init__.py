"""Lines of shorthand taken apart: characters, tokens, the grammar, and what its parser found."""
