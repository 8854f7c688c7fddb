"""What the screens hold back (4.3, AG-16, AC-19, AC-21): two games that differ only in who could have answered are alike, in
every byte that others can get, at every moment of the clock.
"""

from collections import Counter
from datetime import timedelta

import pytest
from django.db.models.signals import pre_save
from django.test import Client
from django.utils import timezone

from boardgames import shown
from boardgames.ace_royal.cards import DECK
from boardgames.card_sets.content import Content, whole
from boardgames.card_sets.kinds import ACE_ROYAL, shipped
from boardgames.models import Asking
from boardgames.views.table import audience_of, place_of
from tabletop import live, referee
from tabletop.models import Entry
from tests.boardgames.everything import clean
from tests.boardgames.tables import royal_at, royal_deal

PLAIN = ["L-K01", "L-K02", "L-K03", "L-K05"]
SECONDS = (0.0, 0.5, 1.5, 4.0, 10.2, 10.5, 700.0)


@pytest.fixture
def clock(monkeypatch, settings):
    """Time stands still until the test lets it go on."""
    settings.WINDOW_SECONDS, settings.ANSWER_SECONDS = 1, 10
    begun, late = timezone.now(), [0.0]
    monkeypatch.setattr(timezone, "now", lambda: begun + timedelta(seconds=3600 + late[0]))
    # the database has a clock of its own
    pre_save.connect(_stamp, Entry)
    yield lambda seconds: late.__setitem__(0, seconds)
    pre_save.disconnect(_stamp, Entry)


def _stamp(instance, **_more):
    instance.at = timezone.now()


def deal(hands, heroes=None, classes=None, players=3):
    """Hands by seat number; all else, the deck below them too, is the same whatever somebody holds."""
    top = {f"seat-{number}": hand for number, hand in hands.items()}
    moves = royal_deal(players, top, heroes=heroes or {}, classes=classes or {})
    order = [card for hand in top.values() for card in hand]
    rest = Counter(DECK)
    rest.subtract(order)
    moves[-1]["order"] = [
        *order,
        "L-K04",
        "L-K04",
        "L-K10",
        "L-K12",
        *sorted((rest - Counter(["L-K04", "L-K04", "L-K10", "L-K12"])).elements()),
    ]
    return moves


def say(at, seat, **move):
    """As a tap of the person, who sees that he is asked."""
    done = referee.play(at.game.record_id, seat=seat, move={"by": seat, **move}, by=None)
    assert isinstance(done, referee.Accepted), done


def browser(at, who):
    """Two tables of one test have each its own alice."""
    client = Client()
    client.force_login(at.user(who))
    return client


def look(at, who):
    """The pages that follow the game, and what the streams would send."""
    client = browser(at, who)
    pages = [client.get(page).content.decode() for page in (at.at(), at.at("replay/"), at.war.address("games/"))]
    place = place_of(at.war.seats[who], at.game)
    return [clean(one, at) for one in (*pages, str(live.draw(audience_of(at.game, place.page, place.acting))))]


def film(at, who, clock, answers=None):
    """Every byte that `who` can get at each moment; `answers` are done at theirs."""
    look(at, "eve")
    seen = []
    for second in SECONDS:
        clock(second)
        for answer in (answers or {}).get(second, ()):
            answer(at)
        seen.append([look(at, one) for one in who])
    return seen


def alike(first, second):
    for moment, (one, other) in zip(SECONDS, zip(first, second, strict=False), strict=False):
        for here, there in zip(one, other, strict=True):
            for page, (this, that) in enumerate(zip(here, there, strict=True)):
                assert this == that, (moment, page, _differs(str(this), str(that)))


def _differs(one, other):
    at = next((at for at, pair in enumerate(zip(one, other, strict=False)) if len(set(pair)) > 1), 0)
    return one[at - 200 : at + 200], other[at - 200 : at + 200]


def use_scene(at):
    say(at, "seat-1", do="use", card="L-S03")


def ahead(who, seat):
    return lambda at: browser(at, who).post(at.at("passing/"), {"as": seat, "do": "ahead"}, HTTP_HX_REQUEST="true")


def asks(who, seat, how):
    return lambda at: browser(at, who).post(at.at("passing/"), {"as": seat, "asks": how}, HTTP_HX_REQUEST="true")


def passes(seat):
    return lambda at: say(at, seat, do="pass")


SCENE = ["L-S03", "L-K06", "L-K07", "L-K08"]
WITH, WITHOUT = ["L-S14", *PLAIN[1:]], PLAIN
OTHERS = ("alice", "eve", "hana")


def counterword(hand, third=("L-K09", "L-K11", "L-K12", "L-K13")):
    return royal_at(deal({1: SCENE, 2: hand, 3: list(third)}), "alice", "bob", "hana")


def test_nobody_learns_whether_somebody_holds_a_counterword_and_lets_the_scene_pass(db, clock):
    """Bob says nothing, and his time passes."""
    films = []
    for hand in (WITH, WITHOUT):
        clock(0)
        films.append(film(counterword(hand), OTHERS, clock, {0.5: [use_scene]}))
    alike(*films)


def test_the_scene_is_told_at_once_and_what_comes_of_it_only_then(db, clock):
    clock(0)
    at = counterword(WITHOUT)
    at.page("eve")
    use_scene(at)
    at.game.refresh_from_db()
    assert "횡재" in at.page("eve")
    assert "2장을 뽑습니다" not in at.page("eve")
    assert "2장을 뽑습니다" not in at.page("alice")
    clock(10.5)
    assert "2장을 뽑습니다" in at.page("eve")


def test_a_press_of_who_holds_nothing_counts_as_that_of_who_does(db, clock):
    """Hana and bob let it pass at 1.5 and 4 seconds; then the scene goes on at once, whoever was asked."""
    films = []
    for hand, pressed in ((WITH, passes("seat-2")), (WITHOUT, ahead("bob", "seat-2"))):
        clock(0)
        at = counterword(hand)
        told = {0.5: [use_scene], 1.5: [ahead("hana", "seat-3")], 4.0: [pressed]}
        films.append(film(at, OTHERS, clock, told))
    alike(*films)


def test_who_wants_to_be_waited_for_is_whether_he_holds_something_or_not(db, clock):
    films = []
    for hand in (WITH, WITHOUT):
        clock(0)
        at = counterword(hand)
        look(at, "eve")
        asks("bob", "seat-2", Asking.EVERY)(at)
        films.append(film(at, OTHERS, clock, {0.5: [use_scene]}))
        at.game.refresh_from_db()
        assert not shown.is_all(at.game) or at.asked == "seat-2"
    alike(*films)


def test_a_computer_that_holds_a_counterword_takes_no_other_time(db, clock):
    films = []
    for hand in (PLAIN, ["L-S14", *PLAIN[1:]]):
        clock(0)
        at = royal_at(deal({1: SCENE, 2: ["L-K09", "L-K11", "L-K12", "L-K13"], 3: hand}), "alice", "bob", "novice")
        films.append(film(at, ("alice", "bob", "eve"), clock, {0.5: [use_scene], 4.0: [computer_passes]}))
    alike(*films)


def computer_passes(at):
    if at.asked == "seat-3":
        say(at, "seat-3", do="pass")


def test_a_counterword_that_all_may_know_to_be_gone_holds_nothing_up(db, clock):
    clock(0)
    at = counterword(["L-S14", "L-S14", "L-S12", "L-K05"])
    say(at, "seat-2", do="use", card="L-S12", target="seat-1")
    at.catch_up()
    assert shown.is_all(at.game)


def test_whether_a_scene_can_be_taken_back_tells_nothing_of_a_counterword(db, clock):
    """Bob lets it pass in secret, or was not asked at all: alice has no button either way."""
    offered = []
    for hand in (WITH, WITHOUT):
        clock(0)
        moves = deal({1: ["L-S04", "L-K06", "L-K07", "L-K08"], 2: hand, 3: ["L-K09", "L-K11", "L-K12", "L-K13"]})
        at = royal_at(moves, "alice", "bob", "hana")
        look(at, "eve")
        say(at, "seat-1", do="use", card="L-S04")
        look(at, "eve")
        clock(30)
        page = look(at, "alice")[0]
        assert shown.is_all(type(at.game).objects.get(pk=at.game.pk))
        offered.append("g-undo" in page)
    assert offered == [False, False]


COINS = [("L-S05", "L-S05", "L-S06", "L-S06"), ("assassination",) * 2 + ("depletion",) * 2]


def dying(class_, hero="L-H02"):
    """Alice has put four coins on bob, who holds four cards, and draws a scene that takes one of them."""
    moves = deal(
        {1: list(COINS[0]), 2: PLAIN, 3: ["L-K09", "L-K11", "L-K12", "L-K13"]},
        heroes={"seat-2": hero},
        classes={"seat-2": class_},
    )
    order = moves[-1]["order"]
    order.insert(12, order.pop(order.index("L-S12")))
    for card in COINS[0]:
        moves.append({"by": "seat-1", "do": "use", "card": card, "target": "seat-2"})
        moves.append({"by": "seat-2", "do": "accept"})
    return royal_at([move for move in moves if move["do"] != "keep"], "alice", "bob", "hana", class_swap="none")


def steal(at):
    say(at, "seat-1", do="use", card="L-S12", target="seat-2")


@pytest.mark.parametrize("when", [10.5, 700.0, 9999])
def test_nobody_learns_that_a_dying_master_could_have_acted_alone(db, clock, when):
    """AC-19: he accepts it, or is pressed for a while; who has no independent action is waited for just so."""
    films = []
    for class_, answer in (("L-C2", lambda at: say(at, "seat-2", do="accept")), ("L-C5", ahead("bob", "seat-2"))):
        clock(0)
        films.append(film(dying(class_), ("eve", "hana"), clock, {0.0: [steal], when: [answer]}))
    alike(*films)


def test_who_dies_without_independent_action_reads_that_the_table_waits_for_him(db, clock):
    clock(0)
    at = dying("L-C5")
    at.page("eve")
    steal(at)
    clock(20)
    page = at.page("bob")
    assert 'value="ahead"' in page
    assert "죽" not in at.page("eve").partition('id="log"')[2].partition("</li>")[0]
    ahead("bob", "seat-2")(at)
    assert "죽" in at.page("eve").partition('id="log"')[2]


def last_spell(hand):
    """Bob is at his last moment without spells: whether anything in his hand could save him is nobody's business."""
    moves = deal({1: ["L-K15", "L-K16", "L-K17", "L-K18"], 2: hand, 3: ["L-K09", "L-K11", "L-K12", "L-K13"]})
    spells = [{"by": "seat-2", "do": "spell", "use": "b", "stat": "pa"} for _ in range(3)]
    return royal_at([*moves, *spells], "alice", "bob", "hana")


def test_at_the_end_of_a_phase_nobody_learns_whether_anything_could_save_him(db, clock):
    """Without spells he is defeated (AG-1); a scene he may use at any time has him asked (AC-20), nothing has not."""
    films = []
    for hand, answer in ((["L-S04", *PLAIN[1:]], passes("seat-2")), (PLAIN, ahead("bob", "seat-2"))):
        clock(0)
        at = last_spell(hand)
        done = lambda at: say(at, "seat-1", do="done")  # noqa: E731
        films.append(film(at, ("eve", "hana"), clock, {0.0: [done], 4.0: [answer]}))
    alike(films[0][:3], films[1][:3])


def test_a_window_stands_for_who_cannot_respond_as_for_who_can(db, clock):
    """Under `mana_only` a Master without spells stays; the window of the fight waits for his press all the same."""
    films = []
    for hand, pressed in ((["L-S01", *PLAIN[1:]], passes("seat-2")), (PLAIN, ahead("bob", "seat-2"))):
        clock(0)
        moves = deal({1: ["L-K15", "L-K16", "L-K17", "L-K18"], 2: hand, 3: ["L-K09", "L-K11", "L-K12", "L-K13"]})
        spells = [{"by": "seat-2", "do": "spell", "use": "b", "stat": "pa"} for _ in range(3)]
        fight = [{"by": "seat-1", "do": "done"}, {"by": "seat-1", "do": "assault", "target": "seat-2"}]
        at = royal_at([*moves, *spells, *fight], "alice", "bob", "hana", defeat_rule="mana_only")
        past = [asks("hana", "seat-3", Asking.LAST), ahead("alice", "seat-1")]
        # the Servants are turned up first; then the window in which what bob holds fits
        films.append(
            film(
                at,
                OTHERS,
                clock,
                {0.0: past, 1.5: [ahead("bob", "seat-2")], 4.0: past, 10.2: [pressed]},
            )
        )
    alike(*films)


IN_CODES = {"kind": "trigger", "windows": ["loss"], "cost": [{"discard_code": 1}], "when": [{"dealt": 1}]}
"""A trigger of an own set, whose price only a hand with a code card can pay."""


def hurt(code_or_not):
    """Alice has no command spells left, hurts bob, and has a class of her own making; the last window of the strikes is open."""
    row = next(row for row in shipped(ACE_ROYAL)["cards"] if row["id"] == "L-C1")
    ability = IN_CODES | {"do": [{"op": "coin", "kind": "depletion", "n": 1, "who": "opp"}]}
    cards = whole(ACE_ROYAL, Content(tables={"cards": [{**row, "abilities": [ability]}]}))
    moves = deal(
        {1: [code_or_not, "L-S08", "L-S08", "L-S09"], 2: PLAIN, 3: ["L-K09", "L-K11", "L-K12", "L-K13"]},
        classes={"seat-1": "L-C1"},
    )
    order = moves[-1]["order"]
    order.insert(12, order.pop(order.index("L-S09", 12)))
    moves += [{"by": "seat-1", "do": "spell", "use": "b", "stat": "ma"} for _ in range(3)]
    moves += [{"by": "seat-1", "do": "done"}, {"by": "seat-1", "do": "assault", "target": "seat-2"}]
    passed = {"by": "table", "do": "pass"}
    strikes = [({"by": seat, "do": "mode", "mode": mode}) for seat, mode in (("seat-1", "phys"), ("seat-2", "magic"))]
    moves += [passed, passed, strikes[0], passed, passed, strikes[1], passed]
    return royal_at(moves, "alice", "bob", "hana", cards=cards, defeat_rule="mana_only")


def the_strikes_are_over(at):
    say(at, "table", do="pass")


@pytest.mark.parametrize("when", [1.5, 700.0, 9999])
def test_nobody_learns_whether_a_hand_could_pay_for_a_trigger(db, clock, when):
    """The price is a code card: she declines, or has none and is waited for just so."""
    films = []
    for card, answer in (("L-K14", passes("seat-1")), ("L-S10", ahead("alice", "seat-1"))):
        clock(0)
        at = hurt(card)
        films.append(film(at, ("bob", "eve", "hana"), clock, {0.5: [the_strikes_are_over], when: [answer]}))
        assert at.state.combat is not None and at.state.combat.dealt("seat-1") == 1
    alike(*films)


def test_who_cannot_pay_for_a_trigger_reads_that_the_table_waits_for_her(db, clock):
    clock(0)
    at = hurt("L-S10")
    look(at, "eve")
    the_strikes_are_over(at)
    clock(20)
    assert at.asked != "seat-1"
    assert 'value="ahead"' in at.page("alice")
    before = look(at, "eve")
    ahead("alice", "seat-1")(at)
    assert look(at, "eve") != before
