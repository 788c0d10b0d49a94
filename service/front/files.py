"""How many files a process may have open; a connection is one."""

from __future__ import annotations

import resource

OTHER_FILES = 256
"""File descriptors that a process needs for everything but its connections."""


def connections_for(wanted: int) -> int:
    """How many connections a process may hold, of those that are wanted; the limit is raised for that."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = wanted + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < files:
        soft = files if hard == resource.RLIM_INFINITY else min(files, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else max(64, min(files, soft) - OTHER_FILES)
