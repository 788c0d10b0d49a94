"""What is said where the libraries of the extra are not installed."""

from __future__ import annotations


class MissingExtra(ImportError):
    """A library is missing that comes with ``kerbholz[env]``; the message says how to install it."""

    def __init__(self, missing: ModuleNotFoundError) -> None:
        library = (missing.name or "a library").partition(".")[0]
        super().__init__(f"{library} is not installed; pip install 'kerbholz[env]' installs it", name=library)
