import pytest


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    """A server that has the built-in sample; the tests of all modules share it, and none of them ends it."""
    pytest.importorskip("starlette", reason="Starlette is not installed")
    pytest.importorskip("uvicorn", reason="uvicorn is not installed")
    from asking import serving

    with serving(tmp_path_factory.mktemp("served")) as served:
        yield served


@pytest.fixture(scope="session")
def client(served):
    return served.client
