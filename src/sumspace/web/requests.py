"""The models of all requests, and the messages for invalid requests and failed jobs."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from sumspace.errors import CorpusError, SettingError, on_one_line

if TYPE_CHECKING:
    from typing import Self

    from pydantic_core import ErrorDetails

#: Maximum size in bytes of a request, and of an uploaded corpus.
MOST_BYTES = 4 * 1024**2
MOST_UPLOADED = 20 * 1024**2
#: Maximum number of references, and of summaries, of a request.
MOST_TEXTS = 50
MOST_SUMMARIES = 200
#: The id of a pasted text, and the system name of a pasted summary.
PASTED, YOURS = "pasted", "your summary"


def _as_list(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


#: Names are short; anything longer is a text in the wrong field.
Name = Annotated[str, Field(max_length=200)]
Names = Annotated[
    list[Name], BeforeValidator(_as_list, json_schema_input_type=Name | list[Name]), Field(min_length=1, max_length=20)
]
Words = Annotated[int, Field(ge=1, le=1_000_000)]
#: Without options in brackets: those of some summarizers are paths of files to read.
Summarizer = Annotated[str, Field(max_length=50, pattern=r"^[a-z][a-z0-9-]*$")]
Summarizers = Annotated[
    list[Summarizer],
    BeforeValidator(_as_list, json_schema_input_type=Summarizer | list[Summarizer]),
    Field(min_length=1, max_length=20),
]
Texts = Annotated[list[str], Field(max_length=MOST_TEXTS)]
Summaries = Annotated[dict[Name, str], Field(max_length=MOST_SUMMARIES)]
Stem = Annotated[bool | None, Field(description="Whether words are stemmed. Default: the profile's choice.")]
StopWords = Annotated[bool | None, Field(description="Whether stop words are removed.")]
Profile = Annotated[Name, Field(description="The tokenization profile.")]
Budget = Annotated[Name | None, Field(description="Limit of extracts, such as reach(100) or exactly(3).")]
Sentences = Annotated[list[str], Field(max_length=50_000, description="The sentences, instead of the text.")]


class Request(BaseModel):
    """The base of all requests; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @model_validator(mode="after")
    def _check_length(self) -> Self:
        if getattr(self, "words", None) is not None and getattr(self, "budget", None) is not None:
            raise ValueError("give either words or a budget, not both")
        return self


class Settings(Request):
    """How extracts are scored, and their length."""

    measure: Name = "rouge-1"
    words: Words | None = Field(
        None, description="Length of extracts: budget reach(words). Default: the length of the references."
    )
    budget: Budget = None
    score: Literal["recall", "precision", "f1"] = "recall"
    stem: Stem = None
    stopwords: StopWords = None
    profile: Profile = "auto"
    seconds: float = Field(5.0, ge=0.1, le=60, description="Time limit per document, for each of its steps.")


class Source(Request):
    """A pasted text."""

    text: str | None = None
    sentences: Sentences | None = None

    @property
    def length(self) -> int:
        """The number of characters of the text."""
        return sum(map(len, self.sentences or [self.text or ""]))

    @property
    def record(self) -> dict[str, Any]:
        """The text as a record of a corpus."""
        if (self.text is None) == (self.sentences is None):
            raise SettingError("give either text or sentences")
        body = {"text": self.text} if self.sentences is None else {"sentences": self.sentences}
        return {"id": PASTED, **body}


class Pasted(Source):
    """A pasted text with its references."""

    references: Texts = Field(default_factory=list)

    @property
    def record(self) -> dict[str, Any]:
        """The text as a record of a corpus; the field for references is omitted if there are none."""
        references = [{"text": reference} for reference in self.references]
        return super().record | ({"references": references} if references else {})


class ViewRequest(Settings, Pasted):
    """A document of a corpus, or a pasted text, to look at."""

    corpus: Name | None = None
    document: Annotated[str, Field(max_length=2000)] | None = None
    title: Annotated[str, Field(max_length=2000)] = ""
    summary: str | None = Field(None, description="For a pasted text: a summary to compare with its extracts.")

    @property
    def record(self) -> dict[str, Any]:
        """The text as a record of a corpus, with the summary, unless blank, as that of a system."""
        summary = (self.summary or "").strip()
        systems = {"systems": {YOURS: {"text": summary}}} if summary else {}
        return {**super().record, "title": self.title, **systems}


#: The fields for pasted texts only.
OF_PASTED = frozenset(ViewRequest.model_fields) - frozenset(Settings.model_fields) - {"corpus", "document"}


class ScoreRequest(Request):
    """Summaries to score against references."""

    summary: str | None = None
    summaries: Annotated[Summaries, Field(min_length=1)] | None = Field(
        None, description="Several summaries, by the names of their systems."
    )
    references: Annotated[Texts, Field(min_length=1)]
    measure: Names = Field(default_factory=lambda: ["rouge-1", "rouge-2", "rouge-su4"])
    words: Words | None = Field(None, description="Score only this number of words from the start.")
    stem: Stem = None
    stopwords: StopWords = None
    profile: Profile = "auto"

    @property
    def by_system(self) -> dict[str, str]:
        """The summaries by the names of their systems; the name of a single one is summary."""
        if (self.summary is None) == (self.summaries is None):
            raise SettingError("give either summary or summaries")
        return {"summary": self.summary or ""} if self.summaries is None else self.summaries


class SpaceRequest(Settings, Pasted):
    """A text all of whose extracts are scored."""


class OracleRequest(Pasted):
    """A text to find the best extracts of."""

    measure: Name = "rouge-1"
    words: Words | None = Field(
        None, description="Maximum length: budget at_most(words). Default: the length of the references."
    )
    budget: Budget = None
    score: Literal["recall", "f1"] = "recall"
    stem: Stem = None
    stopwords: StopWords = None
    profile: Profile = "auto"
    seconds: float = Field(5.0, ge=0.1, le=60, description="Time limit of the search.")


class RankRequest(Settings, Pasted):
    """Summaries to rank among all extracts of a text."""

    summaries: Summaries = Field(default_factory=dict)

    @property
    def record(self) -> dict[str, Any]:
        """The text as a record of a corpus, with the summaries as those of systems."""
        return super().record | {"systems": {system: {"text": text} for system, text in self.summaries.items()}}


class SummarizeRequest(Source):
    """A text to summarize."""

    summarizer: Summarizers = Field(default_factory=lambda: ["lexrank"])
    words: Words | None = Field(None, description="Maximum length: budget at_most(words).")
    budget: Budget = None
    profile: Profile = "auto"


class StudyRequest(Request):
    """A study of a corpus."""

    study: Literal["limits", "oracle", "agree", "meta", "callisto"]
    corpus: Name
    measure: Annotated[list[Name], Field(max_length=20)] = Field(default_factory=list)
    words: Words | None = None


R = TypeVar("R", bound=Request)

#: Messages by pydantic's error types, with its context in braces.
_MESSAGES = {
    "missing": "is missing",
    "extra_forbidden": "is not a field of this request",
    "string_type": "should be text in quotes",
    "int_type": "should be a whole number",
    "float_type": "should be a number",
    "bool_type": "should be true or false",
    "list_type": "should be a list",
    "dict_type": "should be an object",
    "model_type": "should be an object",
    "literal_error": "should be {expected}",
    "finite_number": "should be a finite number",
    "greater_than_equal": "should be {ge} or more",
    "less_than_equal": "should be {le} or less",
    "string_too_long": "is too long; {max_length} characters are the limit",
    "too_long": "has too many entries; {max_length} is the limit",
    "too_short": "is empty",
    "string_pattern_mismatch": "should be a name in small letters, such as lexrank, without options",
    "json_invalid": "broken JSON: {error}",
    "value_error": "{error}",
}
#: Maximum length of a message.
_LONGEST = 300
#: A command-line option in brackets, or the dashes of one whose name most requests have as a field.
_OPTION = re.compile(r" \(--[a-z-]+\)|(?<![\w-])--(?=[a-z])")


def read_request(kind: type[R], body: bytes) -> R:
    """Parse a request; an invalid one raises a SettingError that names the field."""
    try:
        return kind.model_validate_json(body or b"{}")
    except ValidationError as error:
        raise SettingError(_message(error.errors(include_url=False, include_input=False)[0])) from None


def _message(error: ErrorDetails) -> str:
    field = ".".join(str(part) for part in error["loc"] if part != "[key]")
    context = {
        name: f"{value:,.12g}" if name in ("ge", "le") else value for name, value in error.get("ctx", {}).items()
    }
    known = _MESSAGES.get(error["type"])
    message = error["msg"] if known is None else known.format(**context)
    if not field and error["type"] not in ("json_invalid", "value_error"):
        message = f"the request {message}"
    return on_one_line(f"{field:.200}: {message}" if field else message)[:_LONGEST]


def user_message(error: Exception | str, file: str = "", name: str = "") -> str:
    """Return an error or warning on one line, without command-line options, and with the user's name for the file.

    Without a file, as for a pasted text, no file is named.
    """
    if isinstance(error, CorpusError):
        error = str(replace(error.problem, file=name) if file else replace(error.problem, file="", line=None))
    line = str(error).replace(file, name) if file else str(error).replace(repr(PASTED), "the text")
    return on_one_line(_OPTION.sub("", line.removeprefix("<dict>: ")))  # the reader's name for a single record
