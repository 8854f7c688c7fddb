"""What the ledger counts is what the sheets say, entry by entry."""

import msgspec
import pytest
from django.db import DatabaseError, transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from characters import sheets
from characters.ledger.accounts import added, differing, holds, in_order, negated, on_sheet, said
from characters.ledger.posting import post, undo
from characters.models import LedgerEntry
from characters.sheet import Master, Servant
from combat.rules.settings import Settings
from tabletop.game import Illegal
from tests.combat.war import EMI, SABER, war

STANDARD = Settings()


def sum_of(character) -> dict[str, int]:
    total: dict[str, int] = {}
    for entry in character.entries.order_by("number"):
        total = added(total, entry.changes)
    return {account: number for account, number in total.items() if number}


def in_full(numbers: dict[str, int]) -> dict[str, int]:
    return {account: number for account, number in numbers.items() if number}


def agrees(character) -> bool:
    """The sum of the entries is the last standing, and both are what the sheet says."""
    latest = character.entries.first()
    of_sheet = in_full(said(sheets.current(character), STANDARD))
    standing = in_full(latest.standing)
    return sum_of(character) == standing and of_sheet.items() <= standing.items()


# ---- pure


def test_a_pool_nobody_touched_is_full():
    """G-13: the value of its rank."""
    assert said(EMI, STANDARD)["conviction"] == 4 and said(EMI, STANDARD)["fortune"] == 2


def test_a_servant_has_points_only():
    assert said(SABER, STANDARD) == {"hp": 80, "mp": 70}


def test_numbers_go_onto_the_sheet_of_their_kind():
    master = on_sheet(EMI, {"hp": 3, "fortune": 1, "forced_return_used": 1, "use:np": 2})
    assert isinstance(master, Master)
    assert (master.hp, master.fortune_left, master.forced_return_used) == (3, 1, True)
    servant = on_sheet(SABER, {"mp": -4, "command_spells": 2})
    assert isinstance(servant, Servant) and servant.mp == -4


@given(*[st.dictionaries(st.sampled_from(["hp", "mp", "use:x", "gone"]), st.integers(-99, 99))] * 2)
@settings(max_examples=50)
def test_a_difference_leads_from_one_state_to_the_other_and_back(before, after):
    changes = differing(before, after)
    assert in_full(added(before, changes)) == in_full({key: after.get(key, 0) for key in before | after})
    assert in_full(added(added(before, changes), negated(changes))) == in_full(before)


@pytest.mark.parametrize(
    ("account", "number", "can"),
    [("hp", -40, True), ("command_spells", -1, False), ("forced_return_used", 2, False), ("use:np", 9, True)],
)
def test_points_may_be_below_zero_and_counts_may_not(account, number, can):
    assert holds(account, number) is can


def test_accounts_are_told_in_the_order_of_a_sheet():
    assert in_order({"use:np": 1, "gone": 1, "mp": 1, "hp": 1}) == ["hp", "mp", "gone", "use:np"]


# ---- with the sheets


def test_a_new_sheet_begins_its_ledger(db):
    found = war()
    begun = found.emi.entries.get()
    assert begun.cause == "begun" and begun.version == 1
    assert begun.standing == {
        "hp": 20, "mp": 30, "fortune": 2, "conviction": 4, "command_spells": 3, "forced_return_used": 0,
    }  # fmt: skip
    assert agrees(found.emi) and agrees(found.saber)


def test_an_entry_is_on_the_sheet_at_once(db):
    found = war()
    entry = post(found.saber, {"hp": -11}, by=None, cause="gm", reason="함정")
    assert isinstance(entry, LedgerEntry)
    assert (entry.changes, entry.standing["hp"], entry.reason) == ({"hp": -11}, 69, "함정")
    assert sheets.current(found.saber).hp == 69 and found.saber.versions.first().cause == "gm"
    assert agrees(found.saber)


def test_a_sheet_that_is_written_is_booked(db):
    found = war()
    sheets.change(found.saber, lambda sheet: msgspec.structs.replace(sheet, mp=12), None, "written")
    entry = found.saber.entries.first()
    assert (entry.cause, entry.changes, entry.version) == ("written", {"mp": -58}, 2)


def test_a_sheet_that_changes_in_words_only_books_nothing(db):
    found = war()
    sheets.change(found.saber, lambda sheet: msgspec.structs.replace(sheet, wish="바다"), None, "written")
    assert found.saber.versions.count() == 2 and found.saber.entries.count() == 1


def test_uses_in_the_game_have_no_place_on_a_sheet_and_stand_in_the_ledger(db):
    found = war()
    post(found.saber, {"use:reed": 1}, by=None, cause="gm")
    post(found.saber, {"use:reed": 1, "hp": -1}, by=None, cause="gm")
    latest = found.saber.entries.first()
    assert latest.standing["use:reed"] == 2 and found.saber.versions.count() == 2
    assert agrees(found.saber)


def test_ranks_that_the_house_counts_otherwise_are_an_entry_of_their_own(db):
    """G-1: Conviction B was 4 and is 6 from now on."""
    found = war()
    found.campaign.rules = {"rank_values": {"B": 6}}
    found.campaign.save()
    post(found.emi, {"hp": -1}, by=None, cause="gm")
    hit, recounted, _ = found.emi.entries.all()
    assert (recounted.cause, recounted.changes) == ("recounted", {"conviction": 2})
    assert hit.changes == {"hp": -1} and hit.standing["conviction"] == 6


def test_nothing_is_no_entry(db):
    found = war()
    assert post(found.saber, {"hp": 0}, by=None, cause="gm") == Illegal("nothing_to_change", "format")
    assert found.saber.entries.count() == 1


def test_what_an_account_cannot_hold_is_refused_whole(db):
    found = war()
    refused = post(found.emi, {"hp": -1, "command_spells": -4}, by=None, cause="gm")
    assert refused == Illegal("account_cannot_hold", "format", "command_spells")
    assert sheets.current(found.emi).hp == 20


# ---- counter-entries


def test_an_entry_is_undone_by_a_counter_entry(db):
    found = war()
    gm = found.seats["gm"].user
    hit = post(found.saber, {"hp": -30, "mp": -10}, by=gm, cause="fight")
    post(found.saber, {"hp": 6}, by=gm, cause="rest")
    back = undo(hit, gm, "잘못 적음")
    assert (back.changes, back.cause, back.undoes, back.reason) == ({"hp": 30, "mp": 10}, "undone", hit, "잘못 적음")
    assert (sheets.current(found.saber).hp, sheets.current(found.saber).mp) == (86, 70)
    assert found.saber.entries.count() == 4 and agrees(found.saber)


def test_it_is_undone_once(db):
    found = war()
    gm = found.seats["gm"].user
    hit = post(found.saber, {"hp": -30}, by=gm, cause="fight")
    undo(hit, gm)
    assert undo(hit, gm) == Illegal("already_undone", "format")
    assert sheets.current(found.saber).hp == 80


def test_a_counter_entry_is_undone_like_any_other(db):
    found = war()
    gm = found.seats["gm"].user
    back = undo(post(found.saber, {"hp": -30}, by=gm, cause="fight"), gm)
    undo(back, gm)
    assert sheets.current(found.saber).hp == 50 and agrees(found.saber)


def test_what_would_leave_an_impossible_number_is_not_undone(db):
    found = war()
    gm = found.seats["gm"].user
    gift = post(found.emi, {"command_spells": 2}, by=gm, cause="gm")
    post(found.emi, {"command_spells": -4}, by=gm, cause="gm")
    assert undo(gift, gm) == Illegal("account_cannot_hold", "format", "command_spells")


def test_the_beginning_stays(db):
    found = war()
    assert undo(found.saber.entries.get(), found.seats["gm"].user) == Illegal("beginning_stays", "format")


def test_the_model_and_the_database_refuse_to_change_or_delete(db):
    found = war()
    entry = found.saber.entries.get()
    with pytest.raises(TypeError):
        entry.save()
    with pytest.raises(TypeError):
        entry.delete()
    for attempt in (
        lambda: LedgerEntry.objects.filter(pk=entry.pk).update(cause="gm"),
        lambda: LedgerEntry.objects.filter(pk=entry.pk)._raw_delete("default"),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            attempt()
    assert found.saber.entries.get().cause == "begun"


class AnyHistory(TestCase):
    """Whatever is posted, refused and undone: the sum of the entries is the state, and the state is on the sheet."""

    @given(
        st.lists(
            st.one_of(
                st.tuples(
                    st.sampled_from(["hp", "mp", "fortune", "command_spells", "forced_return_used", "use:x", "gone"]),
                    st.integers(-9, 9),
                ),
                st.integers(0, 6),
            ),
            max_size=8,
        )
    )
    @settings(max_examples=25)
    def test_the_sum_of_the_entries_is_the_state(self, acts):
        found = war()
        gm = found.seats["gm"].user
        for act in acts:
            if isinstance(act, int):
                entries = list(found.emi.entries.order_by("number"))
                undo(entries[act % len(entries)], gm)
            else:
                post(found.emi, dict([act]), by=gm, cause="gm")
            assert agrees(found.emi)
        for entry in found.emi.entries.order_by("number"):
            upto = found.emi.entries.filter(number__lte=entry.number).order_by("number")
            total: dict[str, int] = {}
            for each in upto:
                total = added(total, each.changes)
            assert in_full(total) == in_full(entry.standing)
