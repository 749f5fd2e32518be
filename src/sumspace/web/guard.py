"""Access control: host names, origins and tokens of requests, and the security headers of responses."""

from __future__ import annotations

from ipaddress import ip_address
from secrets import compare_digest
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse, RedirectResponse, Response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
_LOCAL = ("localhost", "127.0.0.1", "::1")


def is_local(host: str) -> bool:
    """Whether an address is reachable from this machine only.

    >>> is_local("127.0.0.1"), is_local("0.0.0.0")
    (True, False)
    """
    return host in _LOCAL or (_is_address(host) and ip_address(host).is_loopback)


class Guard:
    """Refuse requests from other sites or without the token, and add security headers to every response."""

    def __init__(self, app: ASGIApp, *, host: str, token: str = "") -> None:
        self.app = app
        self.host = host.lower()
        self.token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        answer = self._refusal(scope) or self.app
        await answer(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_own_name(_name_of(host)):
            return _refused(421, "this server does not answer to that host name; use its address")
        if scope["method"] not in ("GET", "HEAD"):  # these have no effects, and other sites cannot read the responses
            origin, site = headers.get("origin"), headers.get("sec-fetch-site")
            if origin not in (None, f"http://{host}", f"https://{host}") or site not in (None, "none", "same-origin"):
                return _refused(403, "requests from other pages are refused")
        return self._check_token(scope, headers) if self.token else None

    def _is_own_name(self, name: str) -> bool:
        """Whether a host name is one of this server; others are refused against DNS rebinding."""
        if is_local(self.host):
            return is_local(name)
        return name == self.host or is_local(name) or _is_address(name)

    def _check_token(self, scope: Scope, headers: Headers) -> Response | None:
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["path"] == "/" and given and self._is_token(given):
            answer = RedirectResponse("/", status_code=303)
            answer.set_cookie(_cookie_name(scope), self.token, httponly=True, samesite="lax", path="/")
            return answer
        scheme, _, credentials = headers.get("authorization", "").partition(" ")
        if self._is_token(credentials.strip() if scheme.lower() == "bearer" else _cookie(scope, headers)):
            return None
        return _refused(401, "a token is needed: open the address that sumspace serve has printed")

    def _is_token(self, given: str) -> bool:
        return compare_digest(given.encode("utf-8", "replace"), self.token.encode())


def _refused(status: int, reason: str) -> Response:
    return JSONResponse({"error": reason}, status)


def _cookie(scope: Scope, headers: Headers) -> str:
    return cookie_parser(headers.get("cookie", "")).get(_cookie_name(scope), "")


def _cookie_name(scope: Scope) -> str:
    """Return the name of the cookie, which has the port in it: browsers share cookies between ports of a host."""
    port = (scope.get("server") or ("", 0))[1]
    return f"sumspace-{port}"


def _name_of(host: str) -> str:
    """Return the host name in a Host header, without the port.

    >>> _name_of("[::1]:80"), _name_of("localhost:8765")
    ('::1', 'localhost')
    """
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    return name.lower()


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
