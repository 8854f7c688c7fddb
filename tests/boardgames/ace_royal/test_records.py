"""The worked examples of the record format give exactly their results, by file name, from the rules and from the command."""

import io
import json
from pathlib import Path

import msgspec
import pytest
from django.core.management import call_command

from boardgames import ace_royal
from boardgames.record_reading import replay_record
from tabletop import strict_json
from tabletop.game import Illegal

RECORDS = Path(__file__).parents[2] / "records" / "ace-royal"
NAMES = sorted(path.stem for path in RECORDS.glob("*.json") if ".expected" not in path.name)


def expected(name: str) -> object:
    return json.loads((RECORDS / f"{name}.expected.json").read_text())


@pytest.mark.parametrize("name", NAMES)
def test_the_record_gives_its_expected_result(name):
    found = replay_record(ace_royal, strict_json.read((RECORDS / f"{name}.json").read_bytes()))
    if isinstance(found, Illegal):
        found = {"error": {"at": found.at, "rule": found.rule}}
    assert json.loads(msgspec.json.encode(found)) == expected(name)


def test_the_command_prints_one_result_per_record_in_the_order_given_and_says_that_one_is_bad():
    out, err = io.StringIO(), io.StringIO()
    files = [str(RECORDS / f"{name}.json") for name in NAMES]
    with pytest.raises(SystemExit) as ended:
        call_command("replay", "--json", *files, stdout=out, stderr=err, no_color=True)
    assert ended.value.code == 2
    found = [json.loads(line) for line in out.getvalue().splitlines()]
    for result in found:
        result.get("error", {}).pop("message", None)
    assert found == [expected(name) for name in NAMES]
    assert err.getvalue().count("[A-7]") == 1
