"""Where results go."""

import pytest

from sumspace.errors import OutputError
from sumspace.show.output import deliver


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    def broken():
        yield "some"
        raise OutputError("broken")

    with pytest.raises(OutputError, match="broken"):
        deliver(broken(), tmp_path / "file")
    assert list(tmp_path.iterdir()) == []
    deliver(["one\n", "two\n"], tmp_path / "file")
    assert (tmp_path / "file").read_text() == "one\ntwo\n"


def test_lines_are_printed(capsys):
    deliver(["one\n", "two\n"])
    assert capsys.readouterr().out == "one\ntwo\n"


@pytest.mark.skipif("not __import__('os').path.exists('/dev/full')")
def test_a_full_disk_is_an_error_in_plain_words():
    import subprocess
    import sys

    code = "from sumspace.show.output import deliver\ntry: deliver(['a'] * 10**6)\nexcept Exception as e: exit(str(e))"
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run([sys.executable, "-c", code], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.stderr == "standard output cannot be written: No space left on device\n"
