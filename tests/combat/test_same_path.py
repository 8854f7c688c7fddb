"""I-6 in time: what is asked of a plan, and by how many steps, does not depend on what the enemy hides.

No clock is read, which would tell of the machine: compared are the queries, and every call of the rules and of the room's own
code while the answer is made.
"""

import sys
from collections import Counter
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from characters import sheets
from tabletop import records
from tests.combat.war import SABERS_PLAN, plan, war

ROOM = str(Path(__file__).parents[2] / "combat")

HIDDEN = {
    "nothing special": (("smash", "", "counter", "onslaught", ""), {}),
    "other cards": (("counter", "onslaught", "", "smash", "counter"), {}),
    "nothing but Wait": (("",) * 5, {}),
    "other ranks": (("smash", "", "counter", "onslaught", ""), {"endurance": "EX", "strength": "E", "luck": "A"}),
    "another floor and secrets": (("smash",) * 2 + ("",) * 3, {"mana": "A", "secret": "비밀", "true_name": "진명"}),
}
LEGAL = dict(enumerate(SABERS_PLAN[:5], 1))
REFUSED = dict.fromkeys(range(1, 6), "smash")
"""Saber has four Smash."""


def fight_against(cards, changes):
    """A fight in which this hidden Lancer has sealed his plan."""
    records.forget()
    table = war()
    kept = sheets.current(table.lancer)
    fields = {name: getattr(kept, name) for name in kept.__struct_fields__}
    sheets.write(table.lancer, type(kept)(**{**fields, **changes}), None, "written")
    fight = table.fight(slots_per_round=5)
    plan(fight, table.lancer, table.saber, cards)
    fight.record.refresh_from_db()
    return table, fight


def traced(table, fight, rest, laid, **more):
    """Status, queries without their values, and how often each function of the room was called, for alice's request."""
    client = Client()
    client.force_login(table.seats["alice"].user)
    fields = {f"a-{number}-{table.lancer.code}": card or "wait" for number, card in laid.items()}
    address = table.address(f"fights/{fight.code}/plans/{table.saber.code}/{rest}")
    client.get(table.address(f"fights/{fight.code}/"))  # so that everything is folded and every template loaded
    calls: Counter[str] = Counter()

    def hear(frame, event, argument):
        if event == "call" and frame.f_code.co_filename.startswith(ROOM):
            calls[frame.f_code.co_qualname] += 1

    with CaptureQueriesContext(connection) as asked:
        sys.setprofile(hear)
        try:
            answer = client.post(address, {"round": 1, **fields, **more}, HTTP_HX_REQUEST="true")
        finally:
            sys.setprofile(None)
    return answer.status_code, len(asked), calls


ASKED = {
    "an accepted plan": ("", LEGAL, {}, 200),
    "a refused plan": ("", REFUSED, {}, 422),
    "a draft": ("draft/", LEGAL, {"slot": "2"}, 200),
    "a faulty draft": ("draft/", REFUSED, {"slot": "2"}, 200),
}


@pytest.mark.parametrize("what", ASKED)
def test_an_answer_takes_the_same_way_whatever_the_enemy_hides(db, what):
    rest, laid, more, status = ASKED[what]
    ways = {}
    # The first one warms up what is kept per process, and is walked again at the end.
    for hidden, (cards, changes) in (*HIDDEN.items(), *list(HIDDEN.items())[:1]):
        table, fight = fight_against(cards, changes)
        if rest:
            more = {**more, "target": table.lancer.code}
        ways[hidden] = traced(table, fight, rest, laid, **more)
    first = ways["nothing special"]
    assert first[0] == status
    assert first[2], "the calls were heard"
    assert {hidden: way for hidden, way in ways.items() if way != first} == {}
