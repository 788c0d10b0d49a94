"""Retries that never do a thing twice, for the generated Python client.

    client = AuthenticatedClient(base_url=…, token=…, httpx_args={"transport": SafeRetries()})
    append_commands.sync(match, client=client, body=command, idempotency_key=new_key())

A time-out does not say whether the service has done what it was asked. What only reads is sent again; a POST only
if it carries an ``Idempotency-Key``. The key is an argument of the call, so it is there before the first try and
the same in every try, and the service does the thing once.
"""

from __future__ import annotations

import uuid

import httpx
from httpx_retries import Retry, RetryTransport


def new_key() -> str:
    """A key for one request: not to be guessed, and never used for another request."""
    return str(uuid.uuid4())


class SafeRetries(RetryTransport):
    """Sends again after time-outs, lost connections, 429, 502, 503 and 504, as long as that is safe.

    ``Retry-After`` is kept to; *retry* says how often, and how long to wait where there is none.
    """

    def __init__(self, transport: httpx.BaseTransport | None = None, retry: Retry | None = None) -> None:
        super().__init__(transport, retry or Retry(total=5, backoff_factor=0.2))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """One request, and its repetitions."""
        self._allow(request)
        return super().handle_request(request)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The same for the calls with ``asyncio``."""
        self._allow(request)
        return await super().handle_async_request(request)

    def _allow(self, request: httpx.Request) -> None:
        if "Idempotency-Key" in request.headers:
            request.extensions["retry"] = self.retry.copy_with(allowed_methods=[request.method])
