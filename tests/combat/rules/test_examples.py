"""The worked examples of the format give exactly their results."""

import json
from pathlib import Path

import pytest

from tests.combat.rules.table import judged

RECORDS = Path(__file__).parents[2] / "records" / "trpg"
NAMES = sorted(path.stem for path in RECORDS.glob("*.json") if not path.stem.endswith(".expected"))


@pytest.mark.parametrize("name", NAMES)
def test_a_worked_example_gives_exactly_its_result(name: str) -> None:
    expected = json.loads((RECORDS / f"{name}.expected.json").read_text(encoding="utf-8"))
    assert judged(json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))) == expected
