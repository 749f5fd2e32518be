"""How fast `sumspace serve` answers when fifty people or programs ask at once.

The server is the real one, started from the command line; it shares two cores with its clients. Each client has its own
connection and requests, at random, either the scores of a new summary (ROUGE-1, 2 and SU4) or the space of a document
of the sample, which the server has cached. People look at an answer and programs work with it, so a client pauses
between two requests, for one second on average. A second run has no pauses.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import sumspace
from bench import machine, use_cores
from serving import served

if TYPE_CHECKING:
    from sumspace.corpus.model import Example

#: What a client waits between two questions, on average, in seconds.
THINKING = 1.0


@dataclass
class Answers:
    """How long answers took, in seconds, by what was asked; and those that were none."""

    times: dict[str, list[float]] = field(default_factory=lambda: {"score": [], "space": []})
    errors: dict[str, int] = field(default_factory=lambda: {"score": 0, "space": 0})

    def show(self, seconds: float) -> None:
        """Print a line for each endpoint, and the rate."""
        print(f"  {'endpoint':<12}{'requests':>9}{'errors':>8}{'median':>11}{'95 %':>11}{'longest':>11}")
        for name, times in self.times.items():
            middle, high, most = statistics.median(times), statistics.quantiles(times, n=20)[-1], max(times)
            shown = "".join(f"{1000 * value:>8.1f} ms" for value in (middle, high, most))
            print(f"  /api/{name:<7}{len(times):>9,}{self.errors[name]:>8}{shown}")
        print(f"  {sum(map(len, self.times.values())) / seconds:,.0f} requests a second")


class Client:
    """One connection, kept open as browsers and programs keep it."""

    def __init__(self, address: str, number: int) -> None:
        self.host, self.port = urlsplit(address).hostname, urlsplit(address).port
        self.chance = random.Random(number)

    async def connect(self) -> None:
        self.answers, self.questions = await asyncio.open_connection(self.host, self.port)

    async def post(self, path: str, body: object) -> int:
        """Ask, take the whole answer, and return its status."""
        content = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nAccept-Encoding: gzip\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        self.questions.write(head.encode() + content)
        status, *headers = (await self.answers.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        length = next(line.partition(":")[2] for line in headers if line.startswith("content-length:"))
        await self.answers.readexactly(int(length))
        return int(status.split()[1])

    async def ask(self, examples: list[Example], end: float, thinking: float, answers: Answers) -> None:
        """Ask one thing after the other."""
        await self.connect()
        await asyncio.sleep(self.chance.random() * thinking)
        while time.perf_counter() < end:
            name, example = self.chance.choice(("score", "space")), self.chance.choice(examples)
            body = self.summary_of(example) if name == "score" else text_of(example)
            begin = time.perf_counter()
            status = await self.post(f"/api/{name}", body)
            answers.times[name].append(time.perf_counter() - begin)
            answers.errors[name] += status != 200
            if thinking:
                await asyncio.sleep(self.chance.expovariate(1 / thinking))
        self.questions.close()

    def summary_of(self, example: Example) -> dict[str, object]:
        """Make a summary of sentences of a document, with its references."""
        chosen = self.chance.sample(example.sentences(), self.chance.randint(3, 6))
        return {"summary": " ".join(chosen), "references": text_of(example)["references"]}


def text_of(example: Example) -> dict[str, object]:
    """Return a document with its references, as a request has them."""
    references = [" ".join(reference.body.split()) for reference in example.references]
    return {"sentences": list(example.sentences()), "references": references}


async def warm_up(address: str, examples: list[Example]) -> None:
    """Ask for every space once, so that it is known, and for one score, so that its code is loaded."""
    client = Client(address, 0)
    await client.connect()
    unknown = examples
    while unknown:
        unknown = [example for example in unknown if await client.post("/api/space", text_of(example)) != 200]
    await client.post("/api/score", client.summary_of(examples[0]))
    client.questions.close()


async def load(address: str, clients: int, seconds: float, thinking: float) -> Answers:
    """Have so many clients ask for so long."""
    examples, answers = list(sumspace.read("sample")), Answers()
    await warm_up(address, examples)
    end = time.perf_counter() + seconds
    asking = (Client(address, number).ask(examples, end, thinking, answers) for number in range(clients))
    await asyncio.gather(*asking)
    return answers


def measure_interface(address: str, clients: int, seconds: float) -> None:
    """Print how fast the interface answers, with time to think and without."""
    for thinking in (THINKING, 0.0):
        pause = f"a pause of {thinking:g} s on average after each answer" if thinking else "no pauses"
        print(f"{clients} clients for {seconds:g} s, {pause}:")
        asyncio.run(load(address, clients, seconds, thinking)).show(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--clients", type=int, default=50)
    options = parser.parse_args()
    use_cores(2)
    print(f"{machine()}, two cores")
    with served() as address:
        measure_interface(address, options.clients, options.seconds)


if __name__ == "__main__":
    main()
