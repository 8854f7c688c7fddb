"""The worked examples give exactly their expected results, also cut short and in other processes (I-2, I-5, I-13)."""

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from boardgames import dominate
from boardgames.record_reading import replay_record, split_record
from tabletop import strict_json
from tabletop.game import Illegal

RECORDS = Path(__file__).parents[2] / "records" / "dominate"
EXAMPLES = sorted(path for path in RECORDS.glob("*.json") if not path.name.endswith(".expected.json"))


def outcome_of(path: Path) -> dict:
    result = replay_record(dominate, strict_json.read(path.read_bytes()))
    if isinstance(result, Illegal):
        return {"error": {"at": result.at, "rule": result.rule}}
    return json.loads(msgspec.json.encode(result))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_gives_its_expected_result(path):
    assert outcome_of(path) == json.loads(path.with_suffix(".expected.json").read_bytes())


def test_every_prefix_of_a_game_is_the_fold_of_its_moves():
    record = json.loads((RECORDS / "D-45_D-50_D-51_short_game_to_the_end.json").read_bytes())
    setup_part, moves = split_record(record)
    state = dominate.start(dominate.read_setup(setup_part))
    for number, move in enumerate(moves):
        prefix = replay_record(dominate, record | {"moves": moves[:number]})
        assert prefix == dominate.result(state)
        state = dominate.play(state, dominate.read_move(move)).state
    assert replay_record(dominate, record) == dominate.result(state)


PROGRAM = """
import sys, msgspec
from boardgames import dominate
from boardgames.record_reading import replay_record
from tabletop import strict_json
from tests.boardgames.dominate.random_play import random_game

for name in sys.argv[1:]:
    print(msgspec.json.encode(replay_record(dominate, strict_json.read(open(name, "rb").read()))))
for state, move, played in random_game(5):
    print(msgspec.json.encode((state, move, played.report, dominate.view(state, (move.by,)))))
    print(msgspec.json.encode(dominate.options(state, move.by)))
"""


def test_states_reports_views_and_options_are_the_same_bytes_under_another_hash_seed():
    said = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM, *map(str, EXAMPLES)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(RECORDS.parents[2])},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert len(said.pop()) > 100_000
