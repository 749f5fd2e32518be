import pytest


@pytest.fixture
def corpus(tmp_path):
    """Return a function that makes files from their names and contents, and gives the folder they are in."""

    def make(files):
        for name, content in files.items():
            file = tmp_path / "corpus" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path / "corpus"

    return make
