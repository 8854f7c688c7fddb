"""Translations are compiled where they are older than their texts, and only there."""

import gettext
import os
from pathlib import Path

from django.utils import translation
from pytest_django.fixtures import Settings

from tabletop import catalogs

TEXT = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "Seal"\nmsgstr "봉인"\n'


def test_a_changed_text_is_compiled_and_an_unchanged_one_is_left(tmp_path: Path) -> None:
    text = tmp_path / "combat" / "ko" / "LC_MESSAGES" / "django.po"
    text.parent.mkdir(parents=True)
    text.write_text(TEXT)
    assert catalogs.compile_stale([tmp_path / "combat"]) == [text]
    assert catalogs.compile_stale([tmp_path / "combat"]) == []

    later = text.with_suffix(".mo").stat().st_mtime + 10
    text.write_text(TEXT.replace("봉인", "봉하기"))
    os.utime(text, (later, later))
    assert catalogs.compile_stale([tmp_path / "combat"]) == [text]
    with text.with_suffix(".mo").open("rb") as compiled:
        assert gettext.GNUTranslations(compiled).gettext("Seal") == "봉하기"


def test_a_sentence_that_was_asked_for_too_early_is_translated_all_the_same(tmp_path: Path, settings: Settings) -> None:
    text = tmp_path / "combat" / "ko" / "LC_MESSAGES" / "django.po"
    text.parent.mkdir(parents=True)
    text.write_text(TEXT.replace("Seal", "Seal of the first start"))
    settings.LOCALE_PATHS = [tmp_path / "combat"]
    with translation.override("ko"):
        assert translation.gettext("Seal of the first start") == "Seal of the first start"
    catalogs.compile_stale(settings.LOCALE_PATHS)
    with translation.override("ko"):
        assert translation.gettext("Seal of the first start") == "봉인"
