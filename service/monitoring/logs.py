"""What is logged: one JSON object per line on standard error, without tokens, bodies, queries or addresses."""

from __future__ import annotations

import logging
from typing import Any

LEVELS = ("debug", "info", "warning", "error")
OURS = ("service", "projections", "domain")


class RequestFilter(logging.Filter):
    """Gives each record of a request that request's id."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let everything pass."""
        from flask import g, has_request_context

        if has_request_context() and "request_id" in g and not hasattr(record, "request_id"):
            record.request_id = g.request_id
        return True


def configuration(level: str) -> dict[str, Any]:
    """For ``logging.config.dictConfig``; *level* is that of our own loggers.

    Libraries say what is a warning or worse: what they tell about their work may hold what no log may.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request": {"()": RequestFilter}},
        "formatters": {
            "json": {
                "()": "pythonjsonlogger.json.JsonFormatter",
                "fmt": "{levelname}{name}{message}",
                "style": "{",
                "rename_fields": {"levelname": "level", "name": "logger"},
                "timestamp": "at",
                "json_ensure_ascii": False,
            }
        },
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "json", "filters": ["request"]},
        },
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        "loggers": {
            "_granian": {"handlers": ["stderr"], "propagate": False},
            **{name: {"level": level.upper()} for name in OURS},
        },
    }
