"""What speaks HTTP for every resource: bodies, answers, problems, tokens, limits, streams."""
