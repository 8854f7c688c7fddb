"""What a file would do to a sheet: what it says goes over what stands there, and nothing else changes.

Readers of fields and entries stay as they are and new entries are the owner's, so nothing becomes more public by it. Entries
are known by their names; one that the file does not name stays.
"""

import secrets
from collections.abc import Iterable

import msgspec

from campaigns.names import fold
from characters.answers import MOST_ROWS, PARTS, Answers, Row, filled, groups_of, inputs_of, with_row
from characters.exchange.brought import Brought
from characters.exchange.text import Pasted
from characters.models import Character
from characters.models.baggage import Baggage
from characters.reading import Read, read_answers
from characters.sheet import Sheet
from characters.visibility import Eye, redacted

HEAVIEST = 1024 * 1024
"""Characters of baggage that are kept; a figure that needs more goes out without it."""


def over(now: Sheet, pasted: Pasted, eye: Eye, *, rename: bool = False) -> Read:
    """The sheet that `now` becomes, read as a form of this person would be."""
    answers = filled(redacted(now, eye))
    said = {key: value for key, value in pasted.said.items() if key in inputs_of(now.kind)}
    if not rename:
        said.pop("name", None)
    answers = msgspec.structs.replace(answers, said=answers.said | said)
    for group in groups_of(now.kind):
        for row in pasted.rows[group]:
            answers = _with_entry(answers, group, row)
    return read_answers(answers, now, eye)


def _with_entry(answers: Answers, group: str, said: dict[str, str]) -> Answers:
    known = {part: value for part, value in said.items() if part in PARTS[group] and part != "who"}
    rows = answers.rows[group]
    place = next((at for at, row in enumerate(rows) if fold(row.said["name"]) == fold(said.get("name", ""))), None)
    if place is None:
        if len(rows) > MOST_ROWS:
            return answers
        answers, place = with_row(answers, group, secrets.token_hex(4)), len(rows)
        if group != "skills" and "effect" not in known:
            known["effect"] = "attack" if "damage" in known else "other"
    row = answers.rows[group][place]
    written = (*answers.rows[group][:place], Row(row.id, row.said | known), *answers.rows[group][place + 1 :])
    return msgspec.structs.replace(answers, rows=answers.rows | {group: written})


def keep(character: Character, brought: Brought, eye: Eye) -> None:
    """Keep the figure as it came, in place of an older one of the same kind."""
    if brought.kept and len(brought.kept) <= HEAVIEST:
        Baggage.objects.update_or_create(
            character=character, format=brought.format, table=eye == Eye.TABLE, defaults={"kept": brought.kept}
        )


def baggage(character: Character, format: str, eye: Eye) -> str:
    """The figure to go out with the sheet, "" where this person has none: others' baggage is none of his business."""
    if eye == Eye.OTHER:
        return ""
    found: Iterable[Baggage] = Baggage.objects.filter(character=character, format=format).order_by("-table")
    mine = (each.kept for each in found if eye == Eye.TABLE or not each.table)
    return next(mine, "")
