"""Installed rulesets as environments for agents."""
