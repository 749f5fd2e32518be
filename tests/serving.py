"""The workbench's server as a user has it: `sumspace serve` in a process of its own."""

import re
import signal
import subprocess
import sys
from contextlib import contextmanager


@contextmanager
def served(*arguments):
    """Start the server on a free port; gives its address, and ends it as Ctrl-C does."""
    command = [sys.executable, "-m", "sumspace", "serve", "--port", "0", "--no-open", *map(str, arguments)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as server:
        try:
            said = []
            for line in server.stderr:
                said.append(line)
                if address := re.search(r"http://\S+", line):
                    yield address[0]
                    break
            else:
                raise AssertionError(f"the server has not started: {''.join(said)}")
        finally:
            server.send_signal(signal.SIGINT)
            server.communicate(timeout=60)
