"""The API described: the OpenAPI document, its schemas and examples, the page about it, what goes away."""
