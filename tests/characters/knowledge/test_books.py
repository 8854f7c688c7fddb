"""Who knows what: points, grades, pairs, facts opened at once, and how all of it is taken back."""

import msgspec
import pytest

from campaigns.models import Seat
from campaigns.search.finding import find
from characters import sheets
from characters.knowledge import giving
from characters.knowledge.books import books, keys_of
from characters.knowledge.giving import EVERYBODY, Knower
from characters.knowledge.rules import Rules, write_rules
from characters.models import Knowledge
from characters.sheet import Phantasm
from tests.combat.war import war

pytestmark = pytest.mark.django_db


@pytest.fixture
def at_table():
    found = war()
    reed = Phantasm(id="reed", name="갈대 물결", rank="B", text="물을 부르는 창")
    hidden = {"true_name": "도래솔", "phantasms": (reed,), "wish": "고향"}
    sheets.change(found.lancer, lambda sheet: msgspec.structs.replace(sheet, **hidden), None, "written")
    return found


def seat(at_table, who) -> Knower:
    return Knower(seat=at_table.seats[who].pk)


def give(at_table, who, kind, amount, about=None):
    knower = who if isinstance(who, Knower) else seat(at_table, who)
    about = about or at_table.lancer
    return giving.give(at_table.campaign, about, knower, kind, amount, reason="", by=at_table.seats["gm"].user)


def keys(at_table, who="alice", about=None):
    fresh = Seat.objects.select_related("campaign", "user").get(pk=at_table.seats[who].pk)
    return keys_of(fresh, about or at_table.lancer)


def test_nobody_knows_a_fact_by_himself(at_table):
    giving.fact_about(at_table.lancer, "true_name")
    assert keys(at_table) == frozenset()


def test_enough_points_open_a_fact_and_one_fewer_does_not(at_table):
    giving.fact_about(at_table.lancer, "true_name")  # grade 4: from four points on
    give(at_table, "alice", "battle", 3)
    assert keys(at_table) == frozenset()
    give(at_table, "alice", "legend", 1)
    assert keys(at_table) == {"true_name"}


def test_rumours_alone_never_tell_a_true_name(at_table):
    giving.fact_about(at_table.lancer, "true_name")
    give(at_table, "alice", "rumour", 50)
    assert keys(at_table) == frozenset()


def test_points_are_of_the_one_they_were_given_to(at_table):
    giving.fact_about(at_table.lancer, "true_name")
    give(at_table, "alice", "battle", 9)
    assert [keys(at_table, who) for who in ("eve", "bob")] == [frozenset(), frozenset()]


def test_a_pair_learns_together(at_table):
    """Emi is Saber's Master: whoever plays either knows what the pair knows."""
    sheets.give(at_table.emi, at_table.seats["eve"])
    giving.fact_about(at_table.lancer, "wish")
    give(at_table, Knower(pair=at_table.saber.pk), "battle", 1)
    assert [bool(keys(at_table, who)) for who in ("alice", "eve", "bob")] == [True, True, False]


def test_what_everybody_is_given_everybody_knows(at_table):
    giving.fact_about(at_table.lancer, "wish")
    give(at_table, EVERYBODY, "rumour", 1)
    assert [bool(keys(at_table, who)) for who in ("alice", "eve")] == [True, True]


def test_a_released_true_name_is_known_without_any_point(at_table):
    fact = giving.fact_about(at_table.lancer, "true_name")
    giving.open_fact(fact, seat(at_table, "alice"), reason="진명 개방", by=at_table.seats["gm"].user)
    assert [keys(at_table, who) for who in ("alice", "eve")] == [{"true_name"}, frozenset()]


def test_a_counter_entry_takes_back_and_only_once(at_table):
    giving.fact_about(at_table.lancer, "wish")
    entry = give(at_table, "alice", "battle", 1)
    counters = {giving.undo(entry, reason="", by=None).pk for _ in range(2)}
    assert (keys(at_table), len(counters)) == (frozenset(), 1)
    assert Knowledge.objects.count() == 2


def test_the_books_are_never_changed_or_deleted(at_table):
    entry = give(at_table, "alice", "battle", 1)
    for forbidden in (entry.save, entry.delete):
        with pytest.raises(TypeError):
            forbidden()


def test_a_fact_that_was_taken_out_opens_nothing(at_table):
    fact = giving.fact_about(at_table.lancer, "wish")
    give(at_table, "alice", "battle", 1)
    giving.take_out(fact)
    assert keys(at_table) == frozenset()


def test_the_gm_sets_what_a_grade_needs_and_how_far_a_kind_reaches(at_table):
    giving.fact_about(at_table.lancer, "true_name")
    give(at_table, "alice", "rumour", 1)
    write_rules(at_table.campaign, Rules(needs=(0, 0, 0, 1, 9), rumour=4))
    assert keys(at_table) == {"true_name"}


def test_a_grade_that_needs_nothing_is_open_to_all_at_once(at_table):
    giving.fact_about(at_table.lancer, "wish")
    write_rules(at_table.campaign, Rules(needs=(0, 2, 3, 4, 5)))
    assert keys(at_table, "eve") == {"wish"}


def test_who_takes_a_seat_over_knows_what_was_known_there(at_table):
    giving.fact_about(at_table.lancer, "wish")
    give(at_table, "alice", "battle", 1)
    giving.follow(at_table.seats["alice"], at_table.seats["eve"])
    assert [bool(keys(at_table, who)) for who in ("alice", "eve")] == [False, True]


def test_known_facts_are_found_and_so_is_what_they_open(at_table):
    giving.fact_about(at_table.lancer, "true_name")
    giving.write_fact(at_table.lancer, None, grade=1, title="흔적", text="젖은 발자국")
    give(at_table, "alice", "battle", 4)
    counts = {
        who: (find(at_table.seats[who], "도래솔").total, find(at_table.seats[who], "발자국").total)
        for who in at_table.seats
    }
    assert counts["alice"] == (2, 1)
    assert counts["eve"] == (0, 0)
    assert counts["bob"] == (1, 0), "his own sheet, not the GM's notes about it"
    assert counts["gm"] == (2, 1)


def test_what_is_forgotten_again_is_found_no_more(at_table):
    giving.fact_about(at_table.lancer, "true_name")
    giving.undo(give(at_table, "alice", "battle", 4), reason="", by=None)
    assert find(at_table.seats["alice"], "도래솔").total == 0


def test_the_books_cost_the_same_however_long_they_are(at_table, django_assert_num_queries):
    giving.fact_about(at_table.lancer, "true_name")
    for _ in range(12):
        give(at_table, "alice", "battle", 1)
    with django_assert_num_queries(5):
        books(at_table.campaign)
