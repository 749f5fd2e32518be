"""`sumspace serve`: the workbench in a browser."""

from __future__ import annotations

import os
import re
import shutil
import socket
import sys
import tempfile
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from pathlib import Path
from secrets import token_urlsafe
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sumspace.cli.command import say
from sumspace.cli.progress import progress_bars
from sumspace.errors import SettingError

if TYPE_CHECKING:
    from sumspace.web.workspace import Workspace

#: Each process has a few hundred megabytes of compiled code, and may use the memory of a job.
_MOST_PROCESSES = 4
#: Minimum length of a token for a server that others can reach.
_SHORTEST_TOKEN = 16
#: Maximum of the limits of a job: clocks and the system refuse infinite ones.
_MOST = 1_000_000


def serve(
    corpus: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CORPUS|FOLDER]…",
            help="Corpora to open beside the built-in sample, and folders of finished studies.",
            show_default=False,
        ),
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen on; beyond this machine, a token is required.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="0: any free port.")] = 8765,
    token: Annotated[
        str,
        typer.Option(
            envvar="SUMSPACE_TOKEN",
            metavar="TEXT",
            help="Token that requests must carry. \\[default: made up if needed]",
        ),
    ] = "",
    time: Annotated[float, typer.Option(metavar="SECONDS", min=1, max=_MOST, help="Time limit of a job.")] = 600,
    memory: Annotated[float, typer.Option(metavar="GB", min=0.1, max=_MOST, help="Memory limit of a job.")] = 4,
    folder: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep uploads and studies here. \\[default: until the end]")
    ] = None,
    browse: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
) -> None:
    """Open the workbench: see all extracts of a document, and play against the best of them.

    The page comes from this machine and loads nothing from elsewhere. Ctrl-C ends the server and all its jobs.

    Example: sumspace serve

    A corpus and a finished study: sumspace serve news.jsonl results/

    For others in the network: sumspace serve --host 0.0.0.0
    """
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise SettingError("serve needs starlette and uvicorn: pip install 'sumspace[web]'")
    from sumspace.web.guard import is_local

    if not re.fullmatch(r"[A-Za-z0-9_-]*", token):
        raise SettingError("a token is made of letters from A to Z, digits, - and _: it is part of an address")
    if not is_local(host):
        token = token or token_urlsafe(16)
        if len(token) < _SHORTEST_TOKEN:
            raise SettingError(f"the token is too easy to guess; give at least {_SHORTEST_TOKEN} characters, or none")
    with ExitStack() as stack:
        listener = stack.enter_context(_listen(host, port))
        temporary = Path(tempfile.mkdtemp(prefix="sumspace-"))
        stack.callback(shutil.rmtree, temporary, ignore_errors=True)
        workspace = _open_workspace(temporary, folder or temporary, corpus or [], time, memory, stack)
        is_everywhere = host in ("0.0.0.0", "::", "")  # noqa: S104 - the user's choice
        shown = "127.0.0.1" if is_everywhere else f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listener.getsockname()[1]}/{f'?token={token}' if token else ''}"
        others = "; others open it with this machine's address in place of 127.0.0.1" if is_everywhere else ""
        say(f"sumspace is at {address}  (Ctrl-C to end{others})")
        _run(workspace, host, token, listener, address if browse and sys.stdout.isatty() else "")


def _listen(host: str, port: int) -> socket.socket:
    """Bind the port before corpora are read, so that an error is reported at once."""
    with ExitStack() as stack:
        try:
            family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
            # With the protocol given, asyncio sets TCP_NODELAY, and small answers are sent at once.
            listener = stack.enter_context(socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, port))
            listener.listen(512)
        except (OSError, UnicodeError) as error:
            reason = "not a valid host name" if isinstance(error, UnicodeError) else error.strerror or error
            raise SettingError(f"{host}:{port}: {reason}; choose another with --port or --host") from None
        stack.pop_all()
    return listener


def _open_workspace(
    temporary: Path, folder: Path, names: list[str], seconds: float, memory: float, stack: ExitStack
) -> Workspace:
    """Start the processes for jobs, read corpora and find studies."""
    from sumspace.web.jobs import Jobs
    from sumspace.web.workspace import Workspace

    processes = min(max(os.cpu_count() or 2, 2), _MOST_PROCESSES)
    jobs = Jobs(processes, seconds=seconds, memory=memory, folder=temporary)
    stack.callback(jobs.close)
    try:
        workspace = Workspace(temporary, folder, jobs)
    except OSError as error:
        raise SettingError(f"{folder}: {error.strerror}") from None
    workspace.add_corpus("sample", "built-in sample", "sample")
    with progress_bars("documents") as progress:
        for number, name in enumerate(names, 1):
            path = Path(name)
            if path.is_dir() and (path / "index.html").is_file():
                workspace.add_study(path.resolve())
            elif name != "sample":
                workspace.add_corpus(name, path.name, f"{number}", progress)
    return workspace


def _run(workspace: Workspace, host: str, token: str, listener: socket.socket, page: str) -> None:
    """Serve until the program is ended; open the page, if any, in the browser."""
    import asyncio
    import webbrowser

    import uvicorn

    from sumspace.web.server import make_app

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if page:  # in a thread, since a browser in the terminal returns only when it is closed
                Thread(target=webbrowser.open, args=(page,), daemon=True).start()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await asyncio.to_thread(workspace.jobs.close)  # so that requests that wait for a job are answered
            await super().shutdown(sockets)

    settings: dict[str, Any] = {"log_level": "critical", "access_log": False, "server_header": False, "lifespan": "off"}
    app = make_app(workspace, host=host, token=token)
    server = Server(uvicorn.Config(app, timeout_keep_alive=60, timeout_graceful_shutdown=1, **settings))
    with suppress(KeyboardInterrupt):  # uvicorn raises it when the server has ended
        server.run(sockets=[listener])
