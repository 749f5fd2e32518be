"""Who may ask: hosts, origins and tokens, and what browsers are told about every answer."""

import asyncio

import httpx
import pytest

from asking import error_of

pytest.importorskip("starlette", reason="Starlette is not installed")

from starlette.responses import PlainTextResponse

from sumspace.web.guard import Guard, is_local

TOKEN = "a-token-of-letters"  # noqa: S105 - it guards nothing
EVERYWHERE = "0.0.0.0"  # noqa: S104 - nothing is bound here
CROSS = "requests from other pages are refused"


def ask(method="GET", path="/api/jobs", *, bound="127.0.0.1", token="", host="127.0.0.1:8765", **options):
    """Ask a guarded application that answers everything."""

    async def asking():
        guard = Guard(PlainTextResponse("passed"), host=bound, token=token)
        transport = httpx.ASGITransport(guard)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8765") as client:
            headers = {"host": host, **options.pop("headers", {})}
            return await client.request(method, path, headers=headers, **options)

    return asyncio.run(asking())


def passes(*arguments, **options):
    response = ask(*arguments, **options)
    return response.status_code == httpx.codes.OK and response.text == "passed"


@pytest.mark.parametrize(
    ("host", "local"),
    [
        *((host, True) for host in ("127.0.0.1", "localhost", "::1", "127.0.0.2")),
        *((host, False) for host in (EVERYWHERE, "::", "", "192.168.0.7", "example.org", "localhost.example.org")),
    ],
)
def test_only_addresses_of_this_machine_are_local(host, local):
    assert is_local(host) is local


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8765", "127.0.0.1", "localhost:8765", "LOCALHOST", "[::1]:8765", "127.0.0.9"]
)
def test_a_local_server_answers_to_the_names_of_this_machine(host):
    assert passes(host=host)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8765",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "192.168.0.7",
        "",
        "[",
        ":80",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_local_server_refuses_any_other_host_name(host, method):
    """A page of another host could have its name point here."""
    assert error_of(ask(method, host=host), 421) == "this server does not answer to that host name; use its address"


def test_a_server_for_others_answers_to_its_name_and_to_addresses_but_not_to_other_names():
    for bound in (EVERYWHERE, "Box.Example"):
        for host in ("192.168.0.7:80", "[fe80::1]:80", "localhost"):
            assert passes(bound=bound, host=host)
        error_of(ask(bound=bound, host="evil.example"), 421)
    assert passes(bound="Box.Example", host="box.example:8765")
    error_of(ask(bound=EVERYWHERE, host="box.example"), 421)


@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT", "PATCH", "OPTIONS"])
@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "http://127.0.0.1:8765.evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://127.0.0.1:8765", "sec-fetch-site": "cross-site"},
    ],
    ids=str,
)
def test_what_pages_of_others_send_is_refused(method, headers):
    assert error_of(ask(method, headers=headers), 403) == CROSS


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://127.0.0.1:8765"},
        {"origin": "http://127.0.0.1:8765", "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
    ],
    ids=str,
)
def test_what_its_own_page_or_a_program_sends_passes(headers):
    assert passes("POST", headers=headers)


def test_links_from_other_pages_may_be_followed():
    assert passes(headers={"sec-fetch-site": "cross-site"})


def test_without_the_token_nothing_is_answered():
    for path in ("/", "/api/jobs", "/static/pages.js", "/studies/a/index.html", "/nowhere"):
        told = "a token is needed: open the address that sumspace serve has printed"
        assert error_of(ask(path=path, token=TOKEN), 401) == told


@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
def test_programs_send_the_token_as_a_header(scheme):
    assert passes(token=TOKEN, headers={"authorization": f"{scheme} {TOKEN}"})


@pytest.mark.parametrize(
    "headers",
    [
        {"authorization": "Bearer another"},
        {"authorization": f"Bearer {TOKEN}x"},
        {"authorization": f"Bearer {TOKEN[:-1]}"},
        {"authorization": "Bearer"},
        {"authorization": TOKEN},
        {"authorization": f"Basic {TOKEN}"},
        {"authorization": b"Bearer \xff\xfe"},
        {"cookie": "sumspace-8765=another"},
        {"cookie": f"sumspace-9999={TOKEN}"},
        {"cookie": '="; ;;\x01'},
    ],
    ids=str,
)
def test_a_wrong_token_is_refused(headers):
    error_of(ask(token=TOKEN, headers=headers), 401)


def test_the_address_with_the_token_leaves_a_cookie_and_leads_to_the_address_without_it():
    response = ask(path=f"/?token={TOKEN}", token=TOKEN)
    assert (response.status_code, response.headers["location"]) == (303, "/")
    cookie, *attributes = response.headers["set-cookie"].split("; ")
    assert cookie == f"sumspace-8765={TOKEN}"
    assert {attribute.lower() for attribute in attributes} == {"httponly", "path=/", "samesite=lax"}
    for others in ("other=1", "theme=a b", 'prefs={"a": 1}', "foo", "a[b]=1", "path=/"):  # of other programs here
        assert passes(token=TOKEN, headers={"cookie": f"{others}; {cookie}"})


@pytest.mark.parametrize("path", ["/?token=another", "/?token=", "/?token=%FF", f"/api/jobs?token={TOKEN}", "/?t=1"])
def test_no_other_address_lets_in(path):
    response = ask(path=path, token=TOKEN)
    error_of(response, 401)
    assert "set-cookie" not in response.headers


@pytest.mark.parametrize("status", [200, 401, 403, 421])
def test_every_answer_tells_the_browser_what_is_forbidden(status):
    response = {
        200: ask,
        401: lambda: ask(token=TOKEN),
        403: lambda: ask("POST", headers={"origin": "null"}),
        421: lambda: ask(host="evil.example"),
    }[status]()
    assert response.status_code == status
    policy = dict(rule.split(" ", 1) for rule in response.headers["content-security-policy"].split("; "))
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data: blob:",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["x-frame-options"] == "DENY"
    assert response.headers["referrer-policy"] == "no-referrer"
    assert response.headers["cross-origin-opener-policy"] == "same-origin"
    assert response.headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in response.headers


def test_what_is_no_request_over_http_is_passed_on():
    passed = []

    async def app(scope, _receive, _send):
        passed.append(scope)

    asyncio.run(Guard(app, host="127.0.0.1")({"type": "lifespan"}, None, None))
    assert passed == [{"type": "lifespan"}]
