"""Games by post: a decision may take so long, whoever lets it go by passes or is played for, and the log says so."""

from datetime import timedelta

import pytest
from django.utils import timezone

from boardgames import deadlines, tasks
from boardgames.models import Lapse
from tabletop import records
from tabletop.models import Entry
from tests.boardgames.tables import HTMX, dominate_table, royal_at, royal_deal
from tests.combat import war as wars


@pytest.fixture
def at(db):
    found = dominate_table("alice", "bob", "novice")
    found.until("seat-1")
    found.game.term = deadlines.HOUR
    found.game.save()
    return found


@pytest.fixture
def later(monkeypatch):
    """The clock of the deadlines goes on by some hours."""

    def go_on(hours):
        now = timezone.now() + timedelta(hours=hours)
        monkeypatch.setattr(deadlines.timezone, "now", lambda: now)

    return go_on


def test_before_its_time_nothing_is_done(at, later):
    later(0.9)
    before = at.game.record.seq
    at.page("eve")
    at.game.record.refresh_from_db()
    assert at.game.record.seq == before


def test_any_look_at_the_game_finds_what_is_over(at, later):
    later(1.1)
    told = at.page("eve")
    assert "제때 답하지 않아" in told
    assert {lapse.seat for lapse in Lapse.objects.all()} == {"seat-1"}
    at.game.record.refresh_from_db()
    assert at.asked != "seat-1"


def test_what_is_done_is_legal_and_nobodys(at, later):
    at.until("seat-1", what="turn")
    later(30)
    deadlines.settle(at.game)
    done = Entry.objects.filter(record=at.game.record, seq__in=[lapse.seq for lapse in Lapse.objects.all()])
    assert {entry.by for entry in done} == {None}
    assert [entry.move["do"] for entry in done][-1] == "done"
    assert at.asked != "seat-1" or records.view(at.game.record, ()).waiting_for.asked_for != "turn"


def test_a_move_comes_too_late_when_the_time_is_over(at, later):
    told = at.page("alice")
    seen = told.partition('name="seen" value="')[2].partition('"')[0]
    later(2)
    fields = {"as": "seat-1", "seen": seen, "move": '{"do": "place", "at": "field_a"}'}
    at.page("eve")
    assert at.client("alice").post(at.at("moves/"), fields, **HTMX).status_code == 409


def test_the_schedule_makes_it_prompt(at, later):
    later(2)
    tasks.deadlines()
    assert Lapse.objects.exists()


def test_without_a_term_nothing_is_ever_due(at, later):
    at.game.term = None
    at.game.save()
    later(1000)
    at.page("eve")
    assert deadlines.due_at(at.game) is None
    assert not Lapse.objects.exists()


def test_the_time_that_is_told_does_not_depend_on_who_has_looked_in_secret(db):
    """I-6: a look at a covered stake is nobody's business, so it moves no clock."""
    at = dominate_table("alice", "bob", "novice")
    at.until("seat-1")
    at.game.term = deadlines.HOUR
    due = deadlines.due_at(at.game)
    last = Entry.objects.filter(record=at.game.record).latest("seq")
    Entry.objects.create(
        record=at.game.record,
        seq=last.seq + 1,
        seat="seat-1",
        move={"by": "seat-1", "do": "peek"},
        report={"said": []},
        engine="x",
    )
    assert deadlines.since(at.game) + timedelta(hours=1) == due


def test_the_term_is_chosen_as_the_game_is_opened_and_set_anew_by_who_runs_the_table(db):
    war = wars.war()
    fields = {"chair.1": f"p{war.seats['alice'].pk}", "chair.2": "novice", "chair.3": "adept", "term": "86400"}
    war.client("alice").post(war.address("games/new/dominate/"), fields)
    game = war.campaign.boardgames.get()
    assert game.term == deadlines.DAY
    address = war.address(f"games/{game.code}/seats/")
    assert war.client("alice").post(address, {"term": ""}).status_code == 403
    war.client("gm").post(address, {"term": "3600"})
    game.refresh_from_db()
    assert game.term == deadlines.HOUR
    war.client("gm").post(address, {"term": "17"})
    game.refresh_from_db()
    assert game.term is None


def test_a_window_is_over_for_all_at_once_and_no_line_tells_of_it(db, later):
    """Ace Royal: whoever has not said anything passes, so that nobody learns who could have answered."""
    fight = [{"by": "seat-1", "do": "done"}, {"by": "seat-1", "do": "assault", "target": "seat-2"}]
    at = royal_at([*royal_deal(3), *fight], "alice", "bob", "hana")
    at.game.term = deadlines.HOUR
    at.game.save()
    at.page("eve")
    later(0.9)
    at.page("eve")
    assert at.asked == "seat-1"
    later(0.2)
    at.page("eve")
    passes = [entry.seat for entry in at.game.record.entries.order_by("seq") if entry.move["do"] == "pass"]
    assert passes[:3] == ["seat-1", "seat-2", "seat-3"]
    assert not Lapse.objects.exists()
