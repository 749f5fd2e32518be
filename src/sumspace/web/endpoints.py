"""The endpoints under /api, and their OpenAPI description, which is generated from the request models."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sumspace import __version__
from sumspace.web import requests as models

if TYPE_CHECKING:
    from collections.abc import Mapping

#: The header with the name of a client.
CLIENT = "Sumspace-Client"
_ERROR = {"$ref": "#/components/schemas/Error"}
_JOB = {
    "type": "object",
    "required": ["id", "kind", "title", "state", "progress", "seconds", "error"],
    "properties": {
        "id": {"type": "string"},
        "kind": {"type": "string"},
        "title": {"type": "string"},
        "state": {"enum": ["waiting", "running", "done", "failed", "cancelled"]},
        "progress": {
            "type": ["object", "null"],
            "properties": {"what": {"type": "string"}, "share": {"type": ["number", "null"]}},
        },
        "seconds": {"type": "number"},
        "error": {"type": ["string", "null"]},
    },
}
_OBJECT = {"type": "object"}
_NOTES = {"type": "array", "items": {"type": "string"}, "description": "Warnings, one line each."}
_NOTED = {"type": "object", "required": ["notes"], "properties": {"notes": _NOTES}}
_RECORDS = {
    "type": "object",
    "required": ["records", "notes", "signature"],
    "properties": {"records": {"type": "array", "items": _OBJECT}, "notes": _NOTES, "signature": {"type": "string"}},
}
_CLIENT = {
    "name": CLIENT, "in": "header", "required": False, "schema": {"type": "string"},
    "description": "Name of the client. A named client cancels a job only if no other client waits for it; polling "
    "/api/jobs or /api/jobs/{id} shows that a client still waits.",
}  # fmt: skip
_LIST = {"type": "array", "items": _OBJECT}
_JOB_REF = {"$ref": "#/components/schemas/Job"}


class Endpoint(NamedTuple):
    """A method and path under /api, the name of its handler, and its description."""

    method: Literal["GET", "POST", "DELETE"]
    path: str
    handler: str
    about: str
    #: The model of the body, or "file". Endpoints with a model may answer 202 with a job.
    body: type[models.Request] | Literal["file"] | None = None
    answer: Mapping[str, Any] = _OBJECT


_UPLOAD = f"Upload a corpus of at most {models.MOST_UPLOADED >> 20} MB: .jsonl, .jsonl.gz or .parquet."
_CORPORA = "The corpora: id, name, documents, digest, uploaded, notes."
_TABLE = "Space, oracle and systems of every document."
_VIEW = "A document with its space, oracles and systems."

ENDPOINTS = (
    Endpoint("GET", "/api/openapi.json", "description", "This description."),
    Endpoint("GET", "/api/corpora", "corpora", _CORPORA, answer=_LIST),
    Endpoint("POST", "/api/corpora", "upload", _UPLOAD, "file", _NOTED),
    Endpoint("DELETE", "/api/corpora/{id}", "remove_corpus", "Remove an uploaded corpus.", answer=_NOTED),
    Endpoint("GET", "/api/corpora/{id}/documents", "documents", "The documents of a corpus.", answer=_LIST),
    Endpoint("POST", "/api/corpora/{id}/table", "table", _TABLE, models.Settings, _NOTED),
    Endpoint("POST", "/api/view", "view", _VIEW, models.ViewRequest, _NOTED),
    Endpoint("POST", "/api/score", "score", "Score summaries against references.", models.ScoreRequest, _RECORDS),
    Endpoint("POST", "/api/space", "space", "The scores of all extracts of a text.", models.SpaceRequest, _RECORDS),
    Endpoint("POST", "/api/oracle", "oracle", "The best extracts of a text.", models.OracleRequest, _RECORDS),
    Endpoint("POST", "/api/rank", "rank", "The ranks of summaries among all extracts.", models.RankRequest, _RECORDS),
    Endpoint("POST", "/api/summarize", "summarize", "Summaries of a text.", models.SummarizeRequest, _RECORDS),
    Endpoint("GET", "/api/studies", "studies", "The finished studies, newest first.", answer=_LIST),
    Endpoint("POST", "/api/studies", "run_study", "Run a study of a corpus.", models.StudyRequest, _NOTED),
    Endpoint("GET", "/api/jobs", "jobs", "The jobs, newest first.", answer={"type": "array", "items": _JOB_REF}),
    Endpoint("GET", "/api/jobs/{id}", "job", "The state and progress of a job.", answer=_JOB_REF),
    Endpoint("GET", "/api/jobs/{id}/result", "job_result", "The answer of a finished job.", answer=_NOTED),
    Endpoint("DELETE", "/api/jobs/{id}", "cancel_job", "Cancel a job.", answer=_JOB_REF),
)  # fmt: skip


@cache
def describe() -> dict[str, Any]:
    """Return the OpenAPI description."""
    schemas: dict[str, Any] = {
        "Error": {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}},
        "Job": _JOB,
    }
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        operation: dict[str, Any] = {"summary": endpoint.about, "responses": _responses(endpoint)}
        operation["parameters"] = _parameters(endpoint)
        if endpoint.body == "file":
            operation["requestBody"] = {"required": True, "content": {"application/octet-stream": {"schema": {}}}}
        elif endpoint.body is not None:
            name = endpoint.body.__name__
            schema = endpoint.body.model_json_schema(ref_template="#/components/schemas/{model}")
            schemas |= schema.pop("$defs", {})
            schemas[name] = schema
            content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
            operation["requestBody"] = {"required": True, "content": content}
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "sumspace", "version": __version__, "description": "Every extract, scored exactly."},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def _responses(endpoint: Endpoint) -> dict[str, Any]:
    done = "201" if endpoint.body == "file" else "200"
    responses = {
        done: _answer("The answer.", endpoint.answer),
        "default": _answer("An error, in one line.", _ERROR),
    }
    if endpoint.body not in (None, "file"):
        job = {"type": "object", "required": ["job"], "properties": {"job": _JOB_REF}}
        responses["202"] = _answer("It takes longer: the job that computes the answer.", job)
    return responses


def _answer(about: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    return {"description": about, "content": {"application/json": {"schema": schema}}}


def _parameters(endpoint: Endpoint) -> list[Mapping[str, Any]]:
    """The path, query and header parameters of an endpoint."""
    parameters: list[Mapping[str, Any]] = []
    if "{id}" in endpoint.path:
        parameters.append(_parameter("id", "path"))
    if endpoint.body == "file":
        parameters.append(_parameter("name", "query"))
    elif endpoint.body is not None or endpoint.path.startswith("/api/jobs"):
        parameters.append(_CLIENT)
    return parameters


def _parameter(name: str, place: Literal["path", "query"]) -> dict[str, Any]:
    return {"name": name, "in": place, "required": True, "schema": {"type": "string"}}
