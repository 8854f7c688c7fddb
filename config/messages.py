"""The texts of code and templates, and their translations: collected and checked without any system tool.

python -m config.messages collect    bring every locale/<area>/<language>/LC_MESSAGES/django.po up to date
python -m config.messages check      say what is missing, unsure or wrong; exit status 1 if anything is
"""

import io
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
COMPLETE, BEGUN = ("ko",), ("ja", "zh_Hant")
"""Languages that may lack nothing, and languages whose gaps show Korean."""


def _room(*packages: str) -> tuple[str, ...]:
    """The sources of rooms that have a folder of code and one of templates under the same name."""
    return tuple(f"{place}/**/*" for package in packages for place in (package, f"templates/{package}"))


AREAS: dict[str, tuple[str, ...]] = {
    "tabletop": ("tabletop/**/*.py", "templates/tabletop/**/*"),
    "scenes": (
        *_room("campaigns/scenes", "characters/ledger"),
        *("campaigns/models/scenes.py", "characters/models/ledger.py", "characters/models/ground.py"),
    ),
    "posts": _room("campaigns/posts"),
    "search": _room("campaigns/search"),
    "knowledge": _room("characters/knowledge"),
    "takeaway": _room("campaigns/takeaway", "characters/exchange"),
    "reminders": (*_room("campaigns/reminders"), "campaigns/models/reminders.py"),
    "phone": _room("campaigns/phone"),
    "handbook": _room("combat/handbook"),
    "card_sets": _room("boardgames/card_sets"),
    "campaigns": ("campaigns/**/*.py", "config/*.py", "templates/campaigns/**/*", "templates/*"),
    "characters": ("characters/**/*.py", "templates/characters/**/*"),
    "odds": (
        "combat/made_up.py",
        "combat/rehearsal.py",
        "combat/views/odds.py",
        "combat/views/rehearsal.py",
        "templates/combat/odds/*",
        "templates/combat/rehearsal/*",
    ),
    "combat": ("combat/**/*.py", "templates/combat/**/*"),
    "dominate": ("boardgames/dominate/**/*.py", "templates/boardgames/dominate/**/*"),
    "ace_royal": ("boardgames/ace_royal/**/*.py", "templates/boardgames/ace_royal/**/*"),
    "boardgames": ("boardgames/**/*.py", "templates/boardgames/**/*"),
}
"""Which sources belong to which catalogue. A file belongs to the first area that names it."""

KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
DATED = re.compile(
    r'^"(POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Generated-By|Report-Msgid|Project-Id).*\n',
    re.M,
)
"""Header lines that tell nothing, or nothing that the history does not."""
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|(?<!\{)\{(\w+)\}(?!\})")


def sources() -> dict[str, list[Path]]:
    """The files of each area, every file once."""
    taken: set[Path] = set()
    found = {}
    for area, patterns in AREAS.items():
        files = {
            path
            for pattern in patterns
            for path in ROOT.glob(pattern)
            if path.is_file() and "__" not in path.parent.name
        }
        found[area] = sorted(files - taken)
        taken |= files
    return found


def texts_of(path: Path) -> Iterator[tuple[str | tuple[str, ...], str | None, list[str]]]:
    """What `path` wants translated: text (with its plural), context, and the notes for translators."""
    source = path.read_text()
    if path.suffix != ".py":
        source = _as_python(source, path)
    for _, text, notes, context in extract("python", io.BytesIO(source.encode()), KEYWORDS, ["Translators:"]):
        yield text, context, notes


def _as_python(template: str, path: Path) -> str:
    """Django's own rewriting, in brackets: what is left of the template has no indentation that Python would accept."""
    from django.utils.translation.template import templatize

    return f"(\n{templatize(template, origin=str(path))}\n)"


def collected(files: list[Path]) -> Catalog:
    """The texts of some sources, untranslated."""
    catalog = Catalog()
    for path in files:
        for text, context, notes in texts_of(path):
            catalog.add(text, None, [(str(path.relative_to(ROOT)), 0)], auto_comments=notes, context=context)
    return catalog


def catalog_path(area: str, language: str) -> Path:
    return ROOT / "locale" / area / language / "LC_MESSAGES" / "django.po"


def read(area: str, language: str) -> Catalog:
    path = catalog_path(area, language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def collect(areas: Iterable[str]) -> None:
    """Add new texts to every catalogue, drop the ones that no source has any more, keep all translations."""
    for area in areas:
        wanted = collected(sources()[area])
        for language in (*COMPLETE, *BEGUN):
            catalog = read(area, language)
            catalog.update(wanted, no_fuzzy_matching=True)
            _write(catalog, catalog_path(area, language))


def _write(catalog: Catalog, path: Path) -> None:
    if not len(catalog):
        return
    written = io.BytesIO()
    catalog.fuzzy, catalog.header_comment = False, f"# {path.parts[-4]}: {catalog.locale}"
    write_po(written, catalog, width=120, sort_by_file=True, ignore_obsolete=True, include_lineno=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(DATED.sub("", written.getvalue().decode()))


def problems() -> Iterator[str]:
    """One line for everything that a reader of a complete language would stumble over."""
    for area, files in sources().items():
        wanted = collected(files)
        for language in COMPLETE:
            yield from _gaps(wanted, read(area, language), f"{area}/{language}")
        for language in (*COMPLETE, *BEGUN):
            yield from _mistakes(read(area, language), f"{area}/{language}")
    for language in (*COMPLETE, *BEGUN):
        yield from _disagreements(language)


def _gaps(wanted: Catalog, catalog: Catalog, where: str) -> Iterator[str]:
    for message in wanted:
        if not message.id:
            continue
        known = catalog.get(_singular(message), message.context)
        if known is None:
            yield f"{where}: not collected (make messages): {_singular(message)!r}"
        elif not all(_forms(known)):
            yield f"{where}: not translated: {_singular(message)!r}"


def _mistakes(catalog: Catalog, where: str) -> Iterator[str]:
    for message in catalog:
        if not message.id or not any(_forms(message)):
            continue
        if message.fuzzy:
            yield f"{where}: unsure (fuzzy): {_singular(message)!r}"
        wanted = placeholders(*message.id) if isinstance(message.id, (tuple, list)) else placeholders(str(message.id))
        for form in _forms(message):
            if form and placeholders(form) != wanted:
                yield f"{where}: other placeholders: {_singular(message)!r} → {form!r}"


def _disagreements(language: str) -> Iterator[str]:
    """The areas are one catalogue in the end, so a text that stands in two of them must mean the same in both."""
    said: dict[tuple[str, str | None], tuple[str, list[str]]] = {}
    for area in AREAS:
        for message in read(area, language):
            if message.id and any(forms := _forms(message)):
                first, other = said.setdefault((_singular(message), message.context), (area, forms))
                if other != forms:
                    yield f"{language}: {first} and {area} differ: {_singular(message)!r} → {other} and {forms}"


def placeholders(*texts: str) -> set[str]:
    return {found[1] or found[2] for text in texts for found in PLACEHOLDER.finditer(text)}


def _singular(message: Message) -> str:
    return message.id[0] if isinstance(message.id, (tuple, list)) else str(message.id)


def _forms(message: Message) -> list[str]:
    return list(message.string) if isinstance(message.string, (tuple, list)) else [message.string or ""]


def main(verb: str = "", *areas: str) -> int:
    match verb:
        case "collect" if set(areas) <= AREAS.keys():
            collect(areas or AREAS)
            return 0
        case "check":
            found = list(problems())
            print("\n".join(found) or "All texts are translated.")
            return 1 if found else 0
        case _:
            print(__doc__)
            return 2


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
