"""The page of the documentation is looked at as the pages of the service are."""

from tests.browser.sessions import browser, service

__all__ = ["browser", "service"]
