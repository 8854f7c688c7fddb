"""Windows in which everybody is asked at once: who lets them pass, and that nobody learns who could have answered."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
import time_machine

from boardgames import passing
from boardgames.models import Asking, Passing
from boardgames.screens import ace_royal_windows as windows
from boardgames.table import hand_on
from tabletop import records, referee
from tests.boardgames.tables import royal_at, royal_deal
from tests.pages import lasting


@pytest.fixture(autouse=True)
def at_once(settings):
    settings.WINDOW_SECONDS = settings.ANSWER_SECONDS = 0


def say(at, seat, **move):
    done = referee.play(at.game.record_id, seat=seat, move={"by": seat, **move}, by=None)
    assert isinstance(done, referee.Accepted), done
    at.game.record.refresh_from_db()


def step(at):
    at.game.record.refresh_from_db()
    waiting = records.view(at.game.record, ()).waiting_for
    return waiting["for"], waiting.get("step")


def assaulted(*players):
    """seat-1 assaults seat-2; the first window of the combat is open, and nobody holds anything that fits one."""
    declared = [{"by": "seat-1", "do": "done"}, {"by": "seat-1", "do": "assault", "target": "seat-2"}]
    return royal_at([*royal_deal(len(players)), *declared], *players)


@pytest.fixture
def at(db):
    """alice assaults bob; carol is played by hana, who neither fights nor holds anything that fits."""
    return assaulted("alice", "bob", "hana")


def ask(at, who, seat, asks):
    return at.client(who).post(at.at("passing/"), {"as": seat, "asks": asks}, HTTP_HX_REQUEST="true")


def ahead(at, who, seat, do="ahead"):
    return at.client(who).post(at.at("passing/"), {"as": seat, "do": do}, HTTP_HX_REQUEST="true")


def passes(at):
    return [entry.seat for entry in at.game.record.entries.order_by("seq") if entry.move["do"] == "pass"]


def test_who_fights_is_asked_in_each_window_and_the_others_when_something_fits(at):
    at.page("alice")
    assert passes(at) == []
    at.post("alice", "seat-1", move='{"do": "pass"}')
    assert passes(at) == ["seat-1"]
    at.post("bob", "seat-2", move='{"do": "pass"}')
    assert passes(at)[:3] == ["seat-1", "seat-2", "seat-3"]


def test_a_window_is_passed_ahead_of_being_asked_and_passes_when_it_comes_to_the_seat(at):
    assert ahead(at, "bob", "seat-2").status_code == 200
    assert 'value="back"' in at.page("bob")
    assert passes(at) == []
    at.post("alice", "seat-1", move='{"do": "pass"}')
    assert passes(at)[:2] == ["seat-1", "seat-2"]


def test_a_pass_ahead_is_taken_back(at):
    ahead(at, "bob", "seat-2")
    ahead(at, "bob", "seat-2", do="back")
    at.post("alice", "seat-1", move='{"do": "pass"}')
    assert (at.asked, passes(at)) == ("seat-2", ["seat-1"])


def test_a_pass_ahead_is_void_as_soon_as_anything_happens_in_the_window(at):
    ahead(at, "bob", "seat-2")
    at.post("alice", "seat-1", move='{"do": "spell", "use": "a"}')
    at.page("bob")
    assert (at.asked, passes(at)) == ("seat-2", [])


def test_a_pass_ahead_is_for_this_window_alone(at):
    ahead(at, "bob", "seat-2")
    first = step(at)
    at.post("alice", "seat-1", move='{"do": "pass"}')
    while step(at)[0] == "window" and step(at) == first:
        say(at, at.asked, do="pass")
    assert step(at) != first
    at.page("bob")
    at.post("alice", "seat-1", move='{"do": "pass"}')
    assert at.asked == "seat-2"


def test_who_wants_to_be_asked_in_no_window_but_the_last_is_asked_only_when_he_would_fall(at):
    for who, seat in (("alice", "seat-1"), ("bob", "seat-2"), ("hana", "seat-3")):
        ask(at, who, seat, Asking.LAST)
    at.page("alice")
    assert step(at)[0] == "mode"


@pytest.mark.parametrize("who", ["bob", "gm", "eve"])
def test_nobody_passes_for_a_seat_that_is_not_his(at, who):
    assert ahead(at, who, "seat-1").status_code == 403
    assert not Passing.objects.exists()


def test_nonsense_changes_nothing(at):
    assert ask(at, "alice", "seat-1", "\x00mine").status_code == 200
    assert ahead(at, "alice", "seat-1", do="sideways").status_code == 200
    assert not Passing.objects.exists()


def test_what_passes_by_itself_and_computers_wait_until_the_window_has_stood_long_enough(at, settings):
    settings.WINDOW_SECONDS = 300
    ask(at, "alice", "seat-1", Asking.LAST)
    assert passes(at) == []
    at.game.refresh_from_db()
    assert 299 < (passing.next_at(at.game) - datetime.now(UTC)).total_seconds() <= 300
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=301)):
        at.page("eve")
    assert passes(at) == ["seat-1"]


def test_what_a_computer_answers_is_seen_no_sooner_than_it_had_its_time(db, settings):
    at = assaulted("alice", "novice", "bob")
    settings.WINDOW_SECONDS = 300
    say(at, "seat-1", do="pass")
    say(at, "seat-2", do="pass")
    before = lasting(at.page("eve"))
    ahead(at, "bob", "seat-3")
    assert lasting(at.page("eve")) == before
    settings.WINDOW_SECONDS = settings.ANSWER_SECONDS = 0
    assert lasting(at.page("eve")) != before


def test_whoever_takes_a_seat_over_does_not_learn_how_it_wanted_to_be_asked(at):
    ask(at, "bob", "seat-2", Asking.EVERY)
    hand_on(at.game, "seat-2", at.user("gm"))
    assert not Passing.objects.filter(seat="seat-2").exists()


def test_I_6_settings_and_passes_of_one_seat_change_no_byte_of_the_others(at):
    pages = ("", "stage/", "replay/", "replay/?step=4")

    def bytes_of(who):
        told = [at.page(who, page) for page in pages] + [at.client(who).get(at.war.address("games/")).content.decode()]
        return [lasting(one) for one in told]

    before = {who: bytes_of(who) for who in ("bob", "eve", "gm")}
    ask(at, "hana", "seat-3", Asking.EVERY)
    ahead(at, "hana", "seat-3")
    assert {who: bytes_of(who) for who in ("bob", "eve", "gm")} == before
    ask(at, "bob", "seat-2", Asking.EVERY)
    before = {who: bytes_of(who) for who in ("eve", "gm", "hana")}
    # alice has passed and bob is asked: neither is anybody else's business
    at.post("alice", "seat-1", move='{"do": "pass"}')
    assert at.asked == "seat-2"
    assert {who: bytes_of(who) for who in ("eve", "gm", "hana")} == before


def test_a_move_made_while_others_passed_unseen_is_not_stale(at):
    """What carol sees does not change while alice and bob pass, so her page stays good."""
    ask(at, "hana", "seat-3", Asking.EVERY)
    ask(at, "bob", "seat-2", Asking.EVERY)
    at.post("alice", "seat-1", move='{"do": "pass"}')
    at.post("bob", "seat-2", move='{"do": "pass"}')
    seen = at.seen("seat-3")
    assert at.post("hana", "seat-3", seen=seen, move='{"do": "pass"}').status_code == 200


def test_who_is_about_to_pass_by_himself_is_not_shown_as_being_asked(at, settings):
    settings.WINDOW_SECONDS = 300
    ask(at, "alice", "seat-1", Asking.LAST)
    page = at.page("alice")
    assert at.asked == "seat-1"
    assert 'value="back"' in page
    assert "g-turn mine" not in page


def test_who_would_pass_by_himself_may_be_asked_in_this_window_after_all(at, settings):
    settings.WINDOW_SECONDS = 300
    ask(at, "alice", "seat-1", Asking.LAST)
    ahead(at, "alice", "seat-1", do="back")
    settings.WINDOW_SECONDS = settings.ANSWER_SECONDS = 0
    assert "g-turn mine" in at.page("alice")
    assert passes(at) == []


def test_at_the_end_of_a_phase_only_who_would_fall_is_asked_and_all_may_know_who_that_is(at):
    view = records.view(at.game.record, ())
    endangered = msgspec.structs.replace(view.seats[1], mana=0)
    end = msgspec.structs.replace(
        view,
        seats=(view.seats[0], endangered, view.seats[2]),
        waiting_for={"who": None, "for": "window", "step": "phase_end"},
    )
    assert [windows.falls(end, seat) for seat in end.seats] == [False, True, False]


@pytest.mark.parametrize(
    ("rule", "falls"), [("either", [True, True]), ("mana_only", [True, False]), ("both", [False, False])]
)
def test_A_18_the_warning_of_a_defeat_follows_the_house_rule(at, rule, falls):
    view = records.view(at.game.record, ())
    ruled = msgspec.structs.replace(view, rules=msgspec.structs.replace(view.rules, defeat_rule=rule))
    seats = (msgspec.structs.replace(view.seats[0], mana=0), msgspec.structs.replace(view.seats[0], spells=0))
    assert [windows.falls(ruled, seat) for seat in seats] == falls
