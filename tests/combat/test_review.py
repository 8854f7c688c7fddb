"""A fight looked back on: damage by kind, curves, cards and turning points, from what everybody has seen."""

import pytest

from combat.chronicle import chronicle
from combat.fragments import players
from combat.review import HEIGHT, WIDTH, review
from combat.screen import screen
from tests.combat.melee import melee
from tests.combat.test_table import text
from tests.combat.war import battle, gm_does


def looked_back(fight):
    shown = screen(fight, fight.record, (), players=players(fight.record))
    return review(shown, chronicle(fight.record))


@pytest.fixture
def ended(war):
    return battle(war)


def test_damage_is_summed_by_who_dealt_and_who_took_it(ended):
    dealt = {one.person.name: (one.kinds, one.total, one.taken) for one in looked_back(ended).dealt}
    assert dealt == {"세이버": ((11, 0, 0, 0, 0), 11, 11), "랜서": ((11, 0, 0, 0, 0), 11, 11)}


def test_the_curve_of_1_9_goes_from_80_to_69(ended):
    saber = looked_back(ended).curves[0]
    assert saber.hp == (80, 80, 80, 75, 73, 69, 69, 69, 69)
    assert saber.mp == (70,) * 9
    assert saber.hp_points.startswith("0,0 ")
    assert saber.hp_points.split()[-1].startswith(f"{WIDTH},")


def test_a_debt_of_mp_lies_under_the_line_of_zero(war):
    fight = battle(war, slots=1)
    gm_does(war, fight, "override", who=war.saber.code, set={"mp": -10}, reason="지난 장면")
    saber = looked_back(fight).curves[0]
    assert saber.mp[-1] == -10
    assert 0 < saber.zero < HEIGHT
    assert saber.mp_points.endswith(f"{WIDTH},{HEIGHT}")


def test_cards_are_counted_and_an_area_phantasm_once(db):
    table = melee()
    table.plan("saber", {"lancer": "np:reeds", "archer": "np:reeds"}, {"lancer": "smash", "archer": "smash"})
    for who in ("rider", "lancer", "archer"):
        table.plan(who)
    gm_does(table.war, table.fight, "reveal", slots=2)
    used = {one.person.name: one.cards for one in looked_back(table.fight).used}
    assert ("np:reeds", "갈대 물결", 1) in used["세이버"]
    assert ("smash", "", 2) in used["세이버"]


def test_turning_points_are_the_slots_that_cost_the_most_in_their_order(ended):
    assert [(told.slot, sum(hit.damage.amount for hit in told.damage)) for told in looked_back(ended).turns] == [
        (1, 4),
        (2, 5),
        (3, 5),
    ]


@pytest.mark.parametrize("opened", [0, 3])
def test_everybody_reads_the_same_page_and_nothing_covered(war, opened):
    fight = battle(war, slots=opened)
    pages = [war.client(who).get(war.address(f"fights/{fight.code}/review/")) for who in ("alice", "eve", "gm")]
    bodies = [text(page.content.decode().split("<main")[1].split("</main>")[0]) for page in pages]
    assert bodies[0] == bodies[1] == bodies[2]
    assert "아직 이어집니다" in bodies[0]
