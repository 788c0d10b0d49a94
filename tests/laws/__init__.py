"""The laws that every ruleset keeps."""
