"""Proxies in front of the service: one of a few lines that every machine can run, and nginx where there is one.

Both speak TLS, put the service behind a path, compress what is not compressed yet, and say what they do by
``X-Forwarded-For`` and ``X-Forwarded-Prefix``.
"""

from __future__ import annotations

import contextlib
import gzip
import http.client
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from tests.service.certificate import write_certificate

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin") or shutil.which("nginx")
KINDS = ("small", "nginx") if NGINX else ("small",)
HOPS = ("connection", "keep-alive", "transfer-encoding", "host", "x-forwarded-prefix", "x-forwarded-for")
SMALL = 1_000

CONFIGURATION = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  gzip on;
  gzip_proxied any;
  gzip_types *;
  gzip_min_length 1000;
  server {{
    listen 127.0.0.1:{port} ssl;
    ssl_certificate {certificate};
    ssl_certificate_key {key};
    location {prefix}/ {{
      proxy_pass {upstream}/;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Prefix {prefix};
    }}
  }}
}}
"""


@contextlib.contextmanager
def proxied(kind: str, folder: Path, upstream: str, prefix: str) -> Iterator[tuple[str, ssl.SSLContext]]:
    """A proxy of a kind before the service at *upstream*: where the service is then, and how to trust it."""
    certificate, key = write_certificate(folder)
    trust = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trust.load_verify_locations(certificate)
    run = _nginx if kind == "nginx" else _small
    with run(folder, certificate, key, upstream, prefix) as port:
        yield f"https://127.0.0.1:{port}{prefix}", trust


@contextlib.contextmanager
def _nginx(folder: Path, certificate: Path, key: Path, upstream: str, prefix: str) -> Iterator[int]:
    assert NGINX is not None
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
    places = {"folder": folder, "certificate": certificate, "key": key}
    path = folder / "nginx.conf"
    path.write_text(CONFIGURATION.format(port=port, upstream=upstream, prefix=prefix, **places))
    process = subprocess.Popen([NGINX, "-c", str(path), "-p", str(folder)], stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(timeout=10)


class _Handler(BaseHTTPRequestHandler):
    """Hands on each request, without the prefix, and what comes back."""

    upstream = prefix = ""
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Hand on."""
        if not self.path.startswith(f"{self.prefix}/"):
            self.send_error(404)
            return
        data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name: value for name, value in self.headers.items() if name.lower() not in HOPS}
        headers |= {"X-Forwarded-Prefix": self.prefix, "X-Forwarded-For": self.client_address[0]}
        connection = http.client.HTTPConnection(urlsplit(self.upstream).netloc, timeout=60)
        with contextlib.closing(connection):
            connection.request(self.command, self.path.removeprefix(self.prefix), data or None, headers)
            self._hand_back(connection.getresponse())

    def _hand_back(self, response: http.client.HTTPResponse) -> None:
        headers = [(name, value) for name, value in response.getheaders() if name.lower() not in HOPS]
        self.send_response_only(response.status)
        if response.getheader("Content-Type") == "text/event-stream":
            self.close_connection = True
            for name, value in [*headers, ("Connection", "close")]:
                self.send_header(name, value)
            self.end_headers()
            while piece := response.read1(65_536):
                self.wfile.write(piece)
                self.wfile.flush()
            return
        body, compress = response.read(), False
        if self.command != "HEAD" and len(body) >= SMALL and not response.getheader("Content-Encoding"):
            compress = "gzip" in self.headers.get("Accept-Encoding", "")
        if compress:
            body = gzip.compress(body)
            # As nginx does it: other bytes, so the tag is only a weak one.
            headers = [(name, f"W/{value}" if name.lower() == "etag" else value) for name, value in headers]
            headers = [*headers, ("Content-Encoding", "gzip")]
        if self.command != "HEAD":
            headers = [(name, value) for name, value in headers if name.lower() != "content-length"]
            headers.append(("Content-Length", str(len(body))))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


for _method in ("HEAD", "POST", "DELETE", "PUT", "OPTIONS"):
    setattr(_Handler, f"do_{_method}", _Handler.do_GET)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: Any) -> None:
        """Whoever goes in the middle of something is no error here."""


@contextlib.contextmanager
def _small(folder: Path, certificate: Path, key: Path, upstream: str, prefix: str) -> Iterator[int]:
    handler = type("Handler", (_Handler,), {"upstream": upstream, "prefix": prefix})
    server = _Server(("127.0.0.1", 0), handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=10)
