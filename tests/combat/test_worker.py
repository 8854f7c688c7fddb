"""The worker of `serve`: long odds keep nobody waiting who only wants something short of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import Serving, prepared, serving

pytestmark = pytest.mark.once

ODDS_ARE_COMPUTED = """
import time
import config.celery
from combat import jobs, rehearsal, tasks
from combat.made_up import made_up
from combat.odds.answers import AskedFight
from combat.opening import Pick
from tests.combat.war import war

table = war()
alice = table.seats["alice"]
odds = AskedFight(setup=dict(table.fight().record.setup), seed=1)
job = jobs.begin(alice, odds, tasks.compute, {}, {})
while not jobs.found(job.code).done:
    time.sleep(0.02)
"""

ANOTHER_PLAYS = """
picks = (Pick(table.saber.code, "A", "front"), Pick("made-1", "B", "front"))
fight = rehearsal.begin(alice, rehearsal.setup(alice, "연습", picks, made_up({})), "A")
tasks.go_on(fight, fight.record.seq)
while not fight.record.entries.exists():
    time.sleep(0.02)
print("odds", jobs.found(job.code).state)

jobs.cancel(jobs.found(job.code))
time.sleep(1.5)
stopped = jobs.found(job.code).done
time.sleep(1)
print("then", jobs.found(job.code).state, jobs.found(job.code).done - stopped)
"""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Serving]:
    with serving(prepared(tmp_path / "var"), DEMO="off") as started:
        started.pid_of("celery")
        yield started


def test_the_app_plays_its_part_of_a_rehearsal_while_odds_are_computed_which_can_still_be_cancelled(served):
    assert served.python(ODDS_ARE_COMPUTED + ANOTHER_PLAYS).splitlines() == ["odds running", "then cancelled 0"]


def test_a_worker_in_the_middle_of_odds_ends_with_serve(served):
    served.python(ODDS_ARE_COMPUTED)
    served.end()
    assert served.belonging() == {}
