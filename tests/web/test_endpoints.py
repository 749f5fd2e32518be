"""The description of the interface is one of OpenAPI 3.1, and has every endpoint that there is, and no other."""

import json

import pytest

pytest.importorskip("starlette", reason="Starlette is not installed")

from sumspace.web import requests
from sumspace.web.endpoints import ENDPOINTS, describe
from sumspace.web.server import _Api

METHODS = {"get", "post", "put", "delete"}


def operations():
    return {
        (method, path): operation for path, item in describe()["paths"].items() for method, operation in item.items()
    }


def references_in(value):
    """Every reference to another part of the description."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from [inner] if key == "$ref" else references_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references_in(inner)


def test_every_function_of_the_interface_has_an_endpoint_and_is_described():
    functions = {name for name in vars(_Api) if not name.startswith("_")} - {"study_file"}
    assert functions == {endpoint.handler for endpoint in ENDPOINTS}
    assert set(operations()) == {(endpoint.method.lower(), endpoint.path) for endpoint in ENDPOINTS}


def test_it_is_json_and_says_which_version_of_openapi_it_follows():
    description = json.loads(json.dumps(describe(), allow_nan=False))
    assert description == describe()
    assert description["openapi"] == "3.1.0"
    assert {"title", "version"} <= set(description["info"])
    assert set(description) == {"openapi", "info", "paths", "components", "security"}


def test_a_token_may_be_needed_as_a_bearer_token():
    description = describe()
    assert description["security"] == [{}, {"token": []}]
    assert description["components"]["securitySchemes"] == {"token": {"type": "http", "scheme": "bearer"}}


def test_every_reference_leads_to_a_schema_that_is_there():
    schemas = describe()["components"]["schemas"]
    found = set(references_in(describe()))
    assert found == {f"#/components/schemas/{name}" for name in schemas}


def test_every_operation_has_what_openapi_asks_for():
    for (method, path), operation in operations().items():
        assert method in METHODS
        assert path.startswith("/")
        assert operation["summary"].endswith(".")
        assert {"default"} < set(operation["responses"])
        for response in operation["responses"].values():
            assert response["description"]
            assert set(response["content"]) == {"application/json"}
        in_path = {own["name"] for own in operation.get("parameters", []) if own["in"] == "path"}
        assert in_path == ({"id"} if "{id}" in path else set())
        assert all(own["required"] for own in operation.get("parameters", []) if own["in"] != "header")
        if method != "post":
            assert "requestBody" not in operation


def test_what_starts_watches_or_cancels_jobs_takes_the_name_of_who_asks():
    named = {
        path for (_, path), operation in operations().items()
        for own in operation.get("parameters", []) if own["in"] == "header"
    }  # fmt: skip
    asked = {endpoint.path for endpoint in ENDPOINTS if isinstance(endpoint.body, type)}
    assert named == asked | {"/api/jobs", "/api/jobs/{id}", "/api/jobs/{id}/result"}


def test_every_schema_is_one_of_json_schema():
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    for schema in describe()["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("ScoreRequest", {"summary": "a", "references": ["a"], "measure": "rouge-1"}),
        ("ScoreRequest", {"summaries": {"a": "b"}, "references": ["a"], "measure": ["rouge-1", "rouge-2"]}),
        ("SummarizeRequest", {"text": "a", "summarizer": ["lead"]}),
        ("ViewRequest", {"corpus": "sample", "document": "legal-1", "words": 1}),
        ("StudyRequest", {"study": "limits", "corpus": "sample"}),
    ],
)
def test_what_a_schema_takes_the_server_takes(kind, body):
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    jsonschema.validate(body, describe()["components"]["schemas"][kind])
    requests.read_request(getattr(requests, kind), json.dumps(body).encode())


def test_limits_stand_in_the_description():
    schemas = describe()["components"]["schemas"]
    assert schemas["Settings"]["additionalProperties"] is False
    assert schemas["Settings"]["properties"]["seconds"]["maximum"] == 60
    assert "20 MB" in operations()["post", "/api/corpora"]["summary"]
