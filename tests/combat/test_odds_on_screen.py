"""Odds as a page shows them: names for ids, per cent for shares, and every pair from both ends."""

import pytest

from combat.jobs import Job
from combat.odds.answers import DuelOdds, FightOdds, ListShare, Pair, PairsOdds
from combat.odds.simulated import Ending, rate, summed
from combat.odds_on_screen import shown
from combat.templatetags.odds import plain, signed
from tests.combat.odds.duels import setup
from tests.combat.rules.table import lancer, saber

NAMES = {"saber": "세이버", "lancer": "랜서", "archer": "아처"}


def told(answer):
    cards = {"saber": {"skill:burst": "밀물"}}
    return shown(Job(code="code", seat=1, total=100, names=NAMES, cards=cards, state="done", answer=answer))


def pair(one, other, won, lost):
    return Pair(one, other, rate(won, 100), rate(lost, 100), rate(100 - won - lost, 100))


def test_a_pair_is_told_from_both_ends_and_nobody_meets_himself():
    odds = told(
        PairsOdds(
            1, 100, (pair("saber", "lancer", 59, 39), pair("saber", "archer", 95, 5), pair("lancer", "archer", 94, 6))
        )
    )
    saber, lancer, archer = odds.rows
    assert [cell.won and round(cell.won.share) for cell in saber.cells] == [None, 59, 95]
    assert [cell.won and round(cell.won.share) for cell in lancer.cells] == [39, None, 94]
    assert (round(saber.mean), round(archer.cells[0].won.share), round(lancer.cells[0].draws)) == (77, 5, 2)


@pytest.mark.parametrize(
    ("won", "lost", "tone"), [(0, 100, 0), (30, 70, 1), (50, 50, 2), (40, 40, 2), (70, 30, 3), (100, 0, 4)]
)
def test_a_cell_is_the_darker_the_surer_it_wins(won, lost, tone):
    odds = told(
        PairsOdds(
            1,
            100,
            (pair("saber", "lancer", won, lost), *[pair("saber", "archer", 1, 1), pair("lancer", "archer", 1, 1)]),
        )
    )
    assert odds.rows[0].cells[1].tone == tone and odds.rows[1].cells[0].tone == 4 - tone


def fight(duel=None):
    endings = [
        Ending("A", 7, {"saber": 80, "lancer": 0}, ("lancer",), (("saber", "skill:burst"),), ("saber", "skill:burst")),
        Ending("A", 7, {"saber": 41, "lancer": 30}, (), (), ("saber", "smash")),
        Ending(None, 7, {"saber": 40, "lancer": 30}, (), (), None),
    ]
    return told(FightOdds(summed(setup(saber(), lancer()), 9, endings), duel))


def test_the_longest_column_fills_the_drawing_and_the_others_stand_to_it():
    saber, lancer = fight().people
    assert [(column.upto, column.height) for column in saber.columns if column.height] == [
        (50, 40),
        (60, 40),
        (100, 40),
    ]
    assert [(column.upto, column.top, column.height) for column in lancer.columns if column.height] == [
        (0, 20, 20),
        (50, 0, 40),
    ]


def test_cards_are_called_by_their_own_names():
    assert [card.name for card in fight().people[0].decisive] == ["밀물", "강타"]
    assert [(side.names, round(side.won.share)) for side in fight().sides] == [(("세이버",), 67), (("랜서",), 0)]


@pytest.mark.parametrize(
    ("value", "best", "ahead"),
    [(0.04, "1/25", "세이버"), (-0.04, "-1/25", "랜서"), (0.0, "0/1", ""), (None, "-1/8", "랜서")],
)
def test_who_is_ahead_is_named(value, best, ahead):
    one = (ListShare({"smash": 7}, 1.0),)
    duel = fight(DuelOdds("1/50", best, (one, one), (), value)).duel
    assert (duel.ahead, duel.shuffled, duel.best_text) == (ahead, 2, best)
    assert duel.sides[0].lists[0].cards == (("smash", "강타", 7),)


def test_a_sign_stands_before_what_does_not_round_to_nothing():
    assert [signed(number) for number in (3.84, -1.75, 0.04, -0.04, 0)] == ["+3.8", "−1.8", "0.0", "0.0", "0.0"]
    assert plain(1234.5) == "1234.50"
