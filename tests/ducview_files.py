"""Small files as DUCView writes them, about nothing in particular."""

HEADER = """<?xml version="1.0"?>
<!DOCTYPE {root} [
 <!ELEMENT pyramid (startDocumentRegEx?,text,scu*)>
 <!ELEMENT text (line*)>
 <!ELEMENT line (#PCDATA)>
 <!ELEMENT scu (contributor)+>
 <!ATTLIST scu uid CDATA #REQUIRED label CDATA #REQUIRED comment CDATA #IMPLIED>
 <!ELEMENT contributor (part)+>
 <!ELEMENT part EMPTY>
]>
"""
LINES = ["# 1", "The ferry sank; nobody died.", "# 2", "A ferry went down.", "All were saved & dried."]
TEXT = "\n".join(LINES)


def scu(uid, label, *contributors, name="scu"):
    """A unit with its contributors, each a piece of the text."""
    pieces = "".join(
        f'  <contributor label="{piece}">\n   <part label="{piece}" start="{TEXT.find(piece)}" end="0"/>\n'
        "  </contributor>\n"
        for piece in contributors
    )
    return f' <{name} uid="{uid}" label="{label}">\n{pieces} </{name}>\n'


UNITS = (
    scu(3, "a ferry sank", "The ferry sank", "A ferry went down"),
    scu(7, "nobody died", "nobody died", "All were saved"),
    scu(9, "people were dried", "dried"),
)


def pyramid(*units, regex="# [0-9]+", header=True):
    """A pyramid of two people's summaries."""
    lines = "".join(f"  <line>{line.replace('&', '&amp;')}</line>\n" for line in LINES)
    start = f"<startDocumentRegEx><![CDATA[{regex}]]></startDocumentRegEx>\n" if regex else ""
    body = f"<pyramid>\n{start} <text>\n{lines} </text>\n{''.join(units or UNITS)}</pyramid>\n"
    return (HEADER.format(root="pyramid") if header else "") + body


def annotation(*units):
    """A peer annotation, with the pyramid inside."""
    inside = pyramid(header=False)
    body = f"<annotation>\n <text>\n  <line>Summary.</line>\n </text>\n{''.join(units)}</annotation>\n"
    return f"{HEADER.format(root='peerAnnotation')}<peerAnnotation>\n{inside}{body}</peerAnnotation>\n"


def peerscu(uid, label, *contributors):
    return scu(uid, label, *contributors, name="peerscu")


OUTSIDE = "All non-matching SCUs go here"
