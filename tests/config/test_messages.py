"""Every sentence has its Korean, and says the same with the same names in it."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from config import messages

pytestmark = pytest.mark.once


def test_every_text_is_translated_into_korean_and_no_translation_loses_a_placeholder() -> None:
    assert list(messages.problems()) == []


@pytest.mark.parametrize(
    ("name", "source", "texts"),
    [
        ("a.html", '{% load i18n %}\n  {% translate "Seal" %}', [("Seal", None)]),
        ("b.html", "<a title=\"{% translate 'Hand in' context 'plan' %}\">", [("Hand in", "plan")]),
        (
            "c.html",
            "{% blocktranslate count n=cards|length %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %}",
            [(("%(n)s card", "%(n)s cards"), None)],
        ),
        ("d.py", "from x import gettext as _\nif 1:\n    _('It\\'s closed')", [("It's closed", None)]),
    ],
)
def test_texts_are_found_in_templates_and_in_code(tmp_path: Path, name: str, source: str, texts: list[object]) -> None:
    (tmp_path / name).write_text(source)
    assert [(text, context) for text, context, _ in messages.texts_of(tmp_path / name)] == texts


def test_a_file_belongs_to_one_area_only() -> None:
    files = [file for area in messages.sources().values() for file in area]
    assert len(files) == len(set(files))
    assert messages.ROOT / "templates" / "base.html" in messages.sources()["campaigns"]


@pytest.mark.parametrize(
    ("translation", "fuzzy", "problem"),
    [
        ("%(name)s 봉인", False, None),
        ("봉인", False, "other placeholders"),
        ("%(seat)s 봉인", False, "other placeholders"),
        ("%(name)s 봉인", True, "unsure"),
    ],
)
def test_a_wrong_translation_is_named(translation: str, fuzzy: bool, problem: str | None) -> None:
    catalog = Catalog(locale="ko")
    catalog.add("%(name)s sealed", translation, flags=["fuzzy"] if fuzzy else [])
    found = list(messages._mistakes(catalog, "combat/ko"))
    assert (problem in found[0]) if problem else found == []


def test_a_missing_translation_is_named() -> None:
    wanted, catalog = Catalog(), Catalog(locale="ko")
    wanted.add("Seal")
    assert list(messages._gaps(wanted, catalog, "combat/ko")) == ["combat/ko: not collected (make messages): 'Seal'"]
    catalog.add("Seal")
    assert list(messages._gaps(wanted, catalog, "combat/ko")) == ["combat/ko: not translated: 'Seal'"]
