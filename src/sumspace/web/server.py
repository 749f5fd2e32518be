"""The server of the workbench: its pages, and the API under /api that they use."""

from __future__ import annotations

import asyncio
import re
import traceback
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from sumspace.errors import SumspaceError, on_one_line
from sumspace.web import requests as models
from sumspace.web.endpoints import CLIENT, ENDPOINTS, describe
from sumspace.web.guard import Guard
from sumspace.web.jobs import BusyError
from sumspace.web.worker import encoded
from sumspace.web.workspace import study_answer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from sumspace.web.corpora import StoredCorpus
    from sumspace.web.jobs import Job
    from sumspace.web.workspace import Upload, Workspace

    Handler = Callable[[Request], Awaitable[Response]]

_HERE = Path(__file__).parent
#: The static files by name, with their types; no other file is served.
_STATIC = {
    file.name: {".js": "text/javascript", ".css": "text/css"}[file.suffix]
    for file in sorted(_HERE.iterdir())
    if file.suffix in (".js", ".css")
}
_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
#: The start of the body of a study's page, and the link that is put there.
_BODY = b'<body id="top">'
_LINK_BACK = (
    '\n<nav aria-label="Workbench" style="padding: .75rem 1.25rem 0"><a href="/#/studies">\u2190 All studies</a></nav>'
).encode()
#: Bytes of a long response that are sent at a time; the body of a study's page starts in the first of them.
_CHUNK = 256 * 1024
#: Seconds to wait before answering 202 with the job.
_PATIENCE = 1.5
#: Scored in the server process up to these limits (characters of all texts, pairs of a summary and a reference over all
#: measures, and these measures); otherwise as a job.
_MOST_CHARACTERS = 20_000
_MOST_PAIRS = 500
_QUICK = re.compile(r"rouge-(\d|l|su?4)")
#: A document may use its time limit for each of three steps: exploring, the search for the best extract of a sampled
#: space, and the search for all oracles; one more finds the extract that is nearest to a pasted summary.
_STEPS = 3
#: Jobs are slow if their time limits add up to more than these numbers of seconds, or if a text has more characters:
#: reading one has no time limit.
_LONG_DOCUMENT = 30
_LONG_TABLE = 300
_LONG_TEXT = 100_000
#: Seconds that a body may take to arrive.
_ARRIVAL = 300
#: Bytes of a body over the limit that are read and discarded before the connection is closed.
_MOST_DISCARDED = 200 * 1024**2


class Refused(Exception):  # noqa: N818 - not an error of the server
    """A refusal: a status and a one-line reason."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


def make_app(workspace: Workspace, *, host: str = "127.0.0.1", token: str = "") -> ASGIApp:
    """Return the application that serves a workspace."""
    api = _Api(workspace)
    routes = [
        Route("/", _responding(_page)),
        Route("/favicon.ico", _responding(_no_icon)),
        Route("/static/{name}", _responding(_static)),
        Route("/studies/{id}/{file}", _responding(api.study_file)),
        *(Route(one.path, _responding(getattr(api, one.handler)), methods=[one.method]) for one in ENDPOINTS),
    ]
    app = Starlette(routes=routes, exception_handlers={HTTPException: _no_route})
    app.router.redirect_slashes = False
    # Outermost, so that every response has its headers.
    return Guard(GZipMiddleware(app, minimum_size=2000, compresslevel=4), host=host, token=token)


class _Api:
    """The handlers of the endpoints under /api."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        # Half of a job's memory for the space, the rest for everything else.
        self._limits = {"memory": workspace.jobs.memory / 2}
        # One thread only: warnings are collected for the whole process.
        self._scorer = ThreadPoolExecutor(1, "score")

    async def description(self, _: Request) -> Any:
        return describe()

    async def corpora(self, _: Request) -> Any:
        return [self._entry(corpus) for corpus in list(self.workspace.corpora.values())]

    async def upload(self, request: Request) -> Any:
        upload = self.workspace.new_upload(request.query_params.get("name", ""))
        try:
            await _receive(request, upload)
            job = self.workspace.read_upload(upload)
            await asyncio.wrap_future(job.ended)
            corpus = await run_in_threadpool(self.workspace.keep_upload, upload, job)
        finally:
            self.workspace.end_upload(upload)
        return JSONResponse(self._entry(corpus), 201)

    async def remove_corpus(self, request: Request) -> Any:
        corpus = self._corpus(request.path_params["id"])
        await run_in_threadpool(self.workspace.remove_upload, corpus)
        return self._entry(corpus)

    async def documents(self, request: Request) -> Any:
        return _json(self._corpus(request.path_params["id"]).listing)

    async def table(self, request: Request) -> Any:
        corpus = self._corpus(request.path_params["id"])
        settings = await _read(request, models.Settings)
        task = {"name": corpus.name, "file": str(corpus.file), "settings": settings.model_dump() | self._limits}
        is_long = any(size > _LONG_TEXT for _, size in corpus.spans.values())
        slow = is_long or len(corpus.documents) * _STEPS * settings.seconds > _LONG_TABLE
        return await self._job(request, "table", f"All documents of {corpus.name}", task, slow=slow)

    async def view(self, request: Request) -> Any:
        wanted = await _read(request, models.ViewRequest)
        settings = wanted.model_dump(include=set(models.Settings.model_fields)) | self._limits
        if wanted.corpus is None and wanted.document is None:
            record = wanted.record
            summary = models.YOURS if "systems" in record else ""
            title = wanted.title or "Pasted text"
            task: dict[str, Any] = {"record": record, "summary": summary, "settings": settings}
            slow = _is_slow(wanted.length, (_STEPS + bool(summary)) * wanted.seconds)
            return await self._job(request, "view", title, task, slow=slow)
        if wanted.corpus is None or wanted.document is None:
            raise Refused(422, "give both corpus and document, or neither and a text of your own")
        if wanted.model_fields_set & models.OF_PASTED:
            raise Refused(422, "give either corpus and document or a text of your own, not both")
        corpus = self._corpus(wanted.corpus)
        span = corpus.spans.get(wanted.document)
        if span is None:
            raise Refused(404, f"there is no document {wanted.document!r:.80} in this corpus")
        task = {"name": corpus.name, "file": str(corpus.file), "span": span, "settings": settings}
        slow = _is_slow(span[1], _STEPS * wanted.seconds)
        return await self._job(request, "view", wanted.document[:80], task, slow=slow)

    async def score(self, request: Request) -> Any:
        wanted = await _read(request, models.ScoreRequest)
        summaries = wanted.by_system
        options = wanted.model_dump(include={"measure", "words", "stem", "stopwords", "profile"})
        task = {"summaries": summaries, "references": wanted.references, "options": options}
        length = sum(map(len, [*summaries.values(), *wanted.references]))
        pairs = len(summaries) * len(wanted.references) * len(wanted.measure)
        if length > _MOST_CHARACTERS or pairs > _MOST_PAIRS or not all(map(_QUICK.fullmatch, wanted.measure)):
            return await self._job(request, "score", "Scores", task, slow=length > _LONG_TEXT)
        return await asyncio.get_running_loop().run_in_executor(self._scorer, _perform_here, {**task, "kind": "score"})

    async def space(self, request: Request) -> Any:
        return await self._explore(request, models.SpaceRequest, "space", "The space of a text")

    async def oracle(self, request: Request) -> Any:
        return await self._explore(request, models.OracleRequest, "oracle", "The best extracts of a text")

    async def rank(self, request: Request) -> Any:
        return await self._explore(request, models.RankRequest, "rank", "The ranks of summaries")

    async def _explore(self, request: Request, kind: type[models.Pasted], name: str, title: str) -> Any:
        wanted = await _read(request, kind)
        options = wanted.model_dump(exclude={"text", "sentences", "references", "summaries"})
        options["time"] = options.pop("seconds")
        if kind is not models.OracleRequest:  # it has no memory limit
            options |= self._limits
        task = {"record": wanted.record, "options": options}
        return await self._job(request, name, title, task, slow=_is_slow(wanted.length, _STEPS * options["time"]))

    async def summarize(self, request: Request) -> Any:
        wanted = await _read(request, models.SummarizeRequest)
        task = {"record": wanted.record, "options": wanted.model_dump(exclude={"text", "sentences"})}
        return await self._job(request, "summarize", "A summary", task, slow=wanted.length > _LONG_TEXT)

    async def studies(self, _: Request) -> Any:
        return await run_in_threadpool(self.workspace.list_studies)

    async def run_study(self, request: Request) -> Any:
        wanted = await _read(request, models.StudyRequest)
        corpus = self._corpus(wanted.corpus)
        id = self.workspace.study_id(wanted, corpus)  # noqa: A001 - shadows the builtin
        if folder := self.workspace.finished_study(id):
            return await run_in_threadpool(study_answer, folder)
        return await self._wait(self.workspace.start_study(id, wanted, corpus, _client_of(request)))

    async def jobs(self, request: Request) -> Any:
        jobs = self.workspace.jobs.all()
        if client := _client_of(request):
            self.workspace.jobs.note_poll(client, jobs)
        return [job.about() for job in jobs]

    async def job(self, request: Request) -> Any:
        job = self._known_job(request)
        self.workspace.jobs.note_poll(_client_of(request), [job])
        return job.about()

    async def job_result(self, request: Request) -> Any:
        job = self._known_job(request)
        if job.is_alive:
            raise Refused(409, "this job is not done yet")
        return _result(job)

    async def cancel_job(self, request: Request) -> Any:
        job = self._known_job(request)
        await run_in_threadpool(self.workspace.jobs.cancel, job, _client_of(request))
        return job.about()

    async def study_file(self, request: Request) -> Response:
        file = self.workspace.study_file(request.path_params["id"], request.path_params["file"])
        if file is None:
            raise Refused(404, "there is no such file in this study")
        headers = {"Content-Security-Policy": await run_in_threadpool(_study_policy)}
        if file.suffix != ".html":
            return FileResponse(file, media_type=_KINDS[file.suffix], headers=headers)
        return StreamingResponse(_with_link_back(file), media_type=_KINDS[".html"], headers=headers)

    def _entry(self, corpus: StoredCorpus) -> dict[str, Any]:
        return {
            "id": corpus.id,
            "name": corpus.name,
            "documents": len(corpus.documents),
            "digest": corpus.digest,
            "uploaded": self.workspace.is_upload(corpus),
            "notes": corpus.notes,
        }

    def _corpus(self, id: str) -> StoredCorpus:  # noqa: A002 - shadows the builtin
        corpus = self.workspace.corpora.get(id)
        if corpus is None:
            raise Refused(404, f"there is no corpus {id!r:.80} here")
        return corpus

    def _known_job(self, request: Request) -> Job:
        job = self.workspace.jobs.get(request.path_params["id"])
        if job is None:
            raise Refused(404, "there is no such job; it may have been forgotten")
        return job

    async def _job(
        self, request: Request, kind: str, title: str, task: dict[str, Any], *, slow: bool = False
    ) -> Response:
        return await self._wait(self.workspace.jobs.submit(kind, title, task, slow=slow, client=_client_of(request)))

    async def _wait(self, job: Job) -> Response:
        """Respond with the result of a job, or, if that takes longer, with the job."""
        if job.is_alive:
            await asyncio.wait([asyncio.wrap_future(job.ended)], timeout=_PATIENCE)
        if job.is_alive:
            return JSONResponse({"job": job.about()}, 202)
        return _result(job)


def _perform_here(task: dict[str, Any]) -> Any:
    """Do a task in this process."""
    from sumspace.web.tasks import perform

    return perform(task, lambda *_: None)


def _is_slow(length: int, seconds: float) -> bool:
    """Whether a job for a document of this length, with limits of so many seconds in all, may take long."""
    return length > _LONG_TEXT or seconds > _LONG_DOCUMENT


def _client_of(request: Request) -> str:
    """Return the name of the client, or nothing if it has none."""
    return request.headers.get(CLIENT, "")[:100]


def _json(body: bytes) -> Response:
    """Respond with JSON; others are answered between the parts of a long one, which are compressed one by one."""
    if len(body) <= _CHUNK:
        return Response(body, media_type="application/json")
    parts = (body[start : start + _CHUNK] for start in range(0, len(body), _CHUNK))
    return StreamingResponse(parts, media_type="application/json")


def _result(job: Job) -> Response:
    if job.state == "done":
        return _json(job.result)
    raise Refused(422, job.error or f"this job was {job.state}")


@asynccontextmanager
async def _arriving(name: str) -> AsyncIterator[None]:
    """Give up on a body that takes too long to arrive."""
    try:
        async with asyncio.timeout(_ARRIVAL):
            yield
    except TimeoutError:
        raise Refused(408, f"{name} has not arrived within {_ARRIVAL} s") from None


async def _receive(request: Request, upload: Upload) -> None:
    """Write an upload to its file."""
    try:
        async with _arriving(upload.name):
            with upload.file.open("wb") as file:
                async for chunk in _limited(request, models.MOST_UPLOADED, upload.name):
                    await run_in_threadpool(file.write, chunk)
    except OSError as error:
        raise Refused(507, f"{upload.name} cannot be stored: {error.strerror or error}") from None


async def _read(request: Request, kind: type[models.R]) -> models.R:
    """Read and parse the body of a request."""
    body = bytearray()
    async with _arriving("the request"):
        async for chunk in _limited(request, models.MOST_BYTES, "the request"):
            body += chunk
    return models.read_request(kind, bytes(body))


async def _limited(request: Request, most: int, name: str) -> AsyncIterator[bytes]:
    """Pass on a body up to a size; the rest is discarded, since browsers read the response only after sending all."""
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size <= most:
            yield chunk
        elif size > most + _MOST_DISCARDED:
            break
    if size > most:
        raise Refused(413, f"{name} is larger than {most >> 20} MB, which is the limit")


def _responding(handler: Callable[[Request], Awaitable[Any]]) -> Handler:
    """Turn a handler's result or exception into a response."""

    async def handle(request: Request) -> Response:
        try:
            answer = await handler(request)
        except Refused as error:
            return _refusal(error.status, str(error))
        except BusyError as error:
            return _refusal(503, str(error))
        except SumspaceError as error:
            return _refusal(422, str(error))
        except ClientDisconnect:
            return _refusal(400, "the connection was closed before the end of the request")
        except Exception as error:  # noqa: BLE001 - a bug is reported, and the server goes on
            traceback.print_exc()
            return _refusal(500, f"this failed because of a fault in sumspace: {error!r:.200}")
        return answer if isinstance(answer, Response) else _json(encoded(answer))

    return handle


def _refusal(status: int, reason: str) -> Response:
    return JSONResponse({"error": on_one_line(reason)}, status)


async def _page(_: Request) -> Response:
    return FileResponse(_HERE / "index.html", media_type="text/html; charset=utf-8")


def _with_link_back(page: Path) -> Iterator[bytes]:
    """Read a page of a study, with a link to the workbench at its top."""
    with page.open("rb") as file:
        yield file.read(_CHUNK).replace(_BODY, _BODY + _LINK_BACK, 1)
        yield from iter(partial(file.read, _CHUNK), b"")


async def _no_icon(_: Request) -> Response:
    """Respond without an icon; browsers ask for one on every page without a link to one."""
    return Response(status_code=204)


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _STATIC:
        raise Refused(404, "there is no such file")
    return FileResponse(_HERE / name, media_type=_STATIC[name])


async def _no_route(_: Request, error: Exception) -> Response:
    """Respond to an unknown path or method in the format of all other errors."""
    if not isinstance(error, HTTPException):
        raise error
    return JSONResponse({"error": error.detail}, error.status_code, error.headers)


@cache
def _study_policy() -> str:
    """Return the policy for reports: only their own scripts run; Vega compiles expressions, which needs unsafe-eval."""
    from sumspace.show.page import chart_script, page_script

    scripts = [chart_script(), page_script()]
    hashes = " ".join(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts)
    return (
        f"default-src 'none'; script-src {hashes} 'unsafe-eval'; style-src 'unsafe-inline'; "
        "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
