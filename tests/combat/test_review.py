"""A fight looked back on: damage by kind, curves, cards and turning points, from what everybody has seen."""

import pytest

from combat.chronicle import chronicle
from combat.expected import mixes
from combat.fragments import players
from combat.models import Fight
from combat.odds import sealed
from combat.odds.duel import duel
from combat.review import HEIGHT, WIDTH, review
from combat.rules import read_setup
from combat.screen import screen
from tabletop import records
from tabletop.models import Record
from tests.combat.melee import melee
from tests.combat.test_table import text
from tests.combat.war import battle, gm_does


def looked_back(fight, *seats):
    shown = screen(fight, fight.record, (), players=players(fight.record))
    reader = records.view(fight.record, seats)
    return review(shown, chronicle(fight.record), reader, mixes(fight.record.setup, reader, seats))


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
    used = {one.person.name: [(card.word, card.name, card.count) for card in one.cards] for one in _used(table.fight)}
    assert ("np:reeds", "갈대 물결", 1) in used["세이버"]
    assert ("smash", "", 2) in used["세이버"]


def _used(fight, *seats):
    return looked_back(fight, *seats).used


def due(fight, who, *seats):
    used = next(one for one in _used(fight, *seats) if one.person.id == who)
    return used.measure, {card.word: (card.count, card.expected) for card in used.cards if card.expected}


def test_of_a_hidden_hand_the_three_basic_cards_are_expected_equally_often(war, ended):
    """Saber showed two Smash, three Counter and one Onslaught."""
    assert due(ended, war.saber.code) == (
        "basics",
        {"smash": (2, "2"), "counter": (3, "2"), "onslaught": (1, "2")},
    )


def test_of_a_known_hand_each_of_its_cards_is_expected_as_often_as_any_other(war, ended):
    """Four Smash, five Counter, three Onslaught: six cards of these twelve."""
    saber = war.saber.code
    assert due(ended, saber, saber) == ("hand", {"smash": (2, "2"), "counter": (3, "2.5"), "onslaught": (1, "1.5")})
    assert due(ended, war.lancer.code, saber)[0] == "basics"


def test_for_who_knows_both_hands_of_a_duel_the_odds_say_what_was_to_be_expected(war, ended):
    """The best lists of trpg.md 1-9, as the odds tell them."""
    measure, cards = due(ended, war.saber.code, "gm")
    lists = sealed.best(duel(read_setup(ended.record.setup))).lists[0]
    counter = float(sum(one.share * one.cards.get("counter", 0) for one in lists))
    assert measure == "odds"
    assert cards["counter"] == (3, f"{counter:.1f}".removesuffix(".0"))


def test_where_the_odds_have_no_duel_the_gm_is_told_the_hands(db):
    table = melee()
    table.plan("saber", {"lancer": "smash"})
    for who in ("rider", "lancer", "archer"):
        table.plan(who)
    gm_does(table.war, table.fight, "reveal", slots=1)
    assert {one.measure for one in _used(table.fight, "gm")} == {"hand"}


def test_who_has_shown_nothing_is_not_measured(war):
    assert [one.cards for one in _used(battle(war, slots=0), "gm")] == [(), ()]


def test_a_hidden_hand_changes_nothing_that_others_read_of_the_expected(war, ended):
    before = [_used(ended), _used(ended, war.lancer.code)[0]]
    setup = ended.record.setup
    for one in setup["combatants"]:
        if one["id"] == war.saber.code:
            one["critical"] = {"count": 5, "damage": 9}
    Record.objects.filter(pk=ended.record.pk).update(setup=setup)
    records.forget()
    fight = Fight.objects.get(pk=ended.pk)
    assert [_used(fight), _used(fight, war.lancer.code)[0]] == before


def test_turning_points_are_the_slots_that_cost_the_most_in_their_order(ended):
    assert [(told.slot, sum(hit.damage.amount for hit in told.damage)) for told in looked_back(ended).turns] == [
        (1, 4),
        (2, 5),
        (3, 5),
    ]


@pytest.mark.parametrize("opened", [0, 3])
def test_everybody_reads_the_same_but_for_what_was_to_be_expected_of_a_hand(war, opened):
    fight = battle(war, slots=opened)
    pages = [war.client(who).get(war.address(f"fights/{fight.code}/review/")) for who in ("alice", "eve", "gm")]
    bodies = [text(page.content.decode().split("<main")[1].split("낸 패</h2>")[0]) for page in pages]
    assert bodies[0] == bodies[1] == bodies[2]
    assert "아직 이어집니다" in bodies[0]
    assert ["승산 계산" in text(page.content.decode()) for page in pages] == [False, False, opened > 0]


def test_the_page_costs_few_queries(war, ended, django_assert_max_num_queries):
    gm = war.client("gm")
    gm.get(war.address(f"fights/{ended.code}/review/"))
    with django_assert_max_num_queries(12):
        gm.get(war.address(f"fights/{ended.code}/review/"))
