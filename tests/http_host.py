"""Serve a folder over HTTP with gzip compression, without logging."""

import functools
import gzip
import http.server
import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

COMPRESSED = (".html", ".css", ".js", ".mjs", ".json", ".svg", ".xml", ".py", ".ipynb", ".txt", ".wasm")


class Host(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def send_head(self) -> BinaryIO | None:
        path = Path(self.translate_path(self.path))
        if path.is_dir() and self.path.split("?")[0].split("#")[0].endswith("/"):
            path /= "index.html"
        if not path.is_file():
            return super().send_head()
        body = path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        if path.suffix in COMPRESSED and "gzip" in self.headers.get("Accept-Encoding", ""):
            body = gzip.compress(body, mtime=0)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return io.BytesIO(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serve(folder: Path, port: int = 0) -> Iterator[str]:
    """Yield the address; at the end, close the server and its open connections."""
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", port), functools.partial(Host, directory=str(folder))
    )
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
