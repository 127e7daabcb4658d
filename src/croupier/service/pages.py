"""The built pages: hashed files that never change, compressed ahead of time, and one index for every address."""

import re
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
FOREVER = "public, max-age=31536000, immutable"


def methods_at(scope: Scope) -> set[str]:
    """Every method that the interface describes for this path; one route alone would not know of the others."""
    found: set[str] = set()
    for template, operations in scope["app"].openapi()["paths"].items():
        if re.fullmatch(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template)), scope["path"]):
            found |= {method.upper() for method in operations}
    return found


class Pages:
    """Serves the folder that ``make`` built; any address that is not a file shows the index."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = {
            path.relative_to(folder).as_posix(): path
            for path in folder.rglob("*")
            if path.is_file() and path.suffix in TYPES
        }
        """Known when the house opens, so that no address can name any other file."""

    @property
    def is_built(self) -> bool:
        return "index.html" in self.files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise HTTPException(404)
        if scope["path"].startswith("/api/"):
            # No page: the interface has no such address, or has it for other methods.
            raise HTTPException(405 if methods_at(scope) else 404)
        await self._response(scope)(scope, receive, send)

    def _response(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("pages can only be read\n", 405, {"Allow": "GET, HEAD"})
        if not self.is_built:
            return PlainTextResponse("The pages are not built: run make.\n", 503)
        name = scope["path"].lstrip("/")
        path = self.files.get(name)
        if path is None and name.startswith("assets/"):
            return PlainTextResponse("no such file: load the page again\n", 404)
        path = path or self.files["index.html"]
        headers = {
            "Content-Type": TYPES[path.suffix],
            "Cache-Control": FOREVER if "assets" in path.parts else "no-cache",
            "Vary": "Accept-Encoding",
        }
        accepted = next((value.decode("latin-1") for key, value in scope["headers"] if key == b"accept-encoding"), "")
        offered = {offer.split(";")[0].strip() for offer in accepted.split(",")}
        for encoding, ending in ENCODINGS:
            packed = path.with_name(path.name + ending)
            if encoding in offered and packed.exists():
                return FileResponse(packed, headers=headers | {"Content-Encoding": encoding})
        return FileResponse(path, headers=headers)
