"""Terms: R-OTHER-4d for Servants, R-OTHER-6c for Masters. Warned at once, due with the next scene, the GM's last word."""

import pytest
from django.urls import reverse

from campaigns.scenes import days
from characters import sheets
from characters.ledger import terms
from characters.ledger.pairs import everybody
from characters.ledger.posting import post, undo
from characters.models import Term
from tabletop.game import Illegal
from tests.combat.war import battle, war


@pytest.fixture
def table(db):
    return war()


def lose(character, **changes: int):
    return post(character, {pool: -amount for pool, amount in changes.items()}, by=None, cause="fight")


def gm(table):
    return table.seats["gm"].user


def where(table, name, *more):
    return reverse(name, args=[table.campaign.code, *more])


def test_a_servants_term_runs_to_the_end_of_the_next_scene(table):
    """R-OTHER-4d: Caster −20 in scene 3 must be above 0 when scene 4 ends."""
    third = days.new_scene(table.campaign, state="open")
    entry = lose(table.saber, mp=90)
    term = Term.objects.get()
    assert (term.rule, term.began, term.since, term.due) == ("R-OTHER-4d", entry, third, None)
    days.close_scene(third)
    fourth = days.new_scene(table.campaign, state="open")
    term.refresh_from_db()
    assert term.due == fourth and not terms.over(term)
    days.close_scene(fourth)
    assert terms.over(Term.objects.select_related("due").get())


def test_the_scene_in_which_it_began_is_not_the_next_one(table):
    on = days.new_scene(table.campaign, state="open")
    lose(table.saber, mp=90)
    days.close_scene(on)
    days.open_scene(on)
    assert Term.objects.get().due is None


def test_between_scenes_the_next_scene_that_opens_counts(table):
    lose(table.saber, mp=70)
    assert Term.objects.get().since is None
    scene = days.new_scene(table.campaign, state="open")
    assert Term.objects.get().due == scene


def test_a_masters_term_counts_hp_and_mp(table):
    """R-OTHER-6c: −4, rest +6 → +2 lives; rest +3 → −1 dies."""
    lose(table.emi, hp=24)
    assert Term.objects.get().rule == "R-OTHER-6c"
    post(table.emi, {"hp": 3}, by=None, cause="rest")
    assert Term.objects.get().verdict == ""
    post(table.emi, {"hp": 3}, by=None, cause="rest")
    assert Term.objects.get().verdict == "recovered"


def test_who_falls_again_gets_a_new_term(table):
    lose(table.saber, mp=80)
    post(table.saber, {"mp": 20}, by=None, cause="rest")
    lose(table.saber, mp=20)
    assert [term.verdict for term in Term.objects.all()] == ["recovered", ""]


@pytest.mark.parametrize(("recover_to", "verdict"), [(1, ""), (0, "recovered")])
def test_recovered_is_above_0_or_0_as_the_war_says(table, recover_to, verdict):
    """G-19."""
    table.campaign.rules = {"recover_to": recover_to}
    table.campaign.save()
    lose(table.saber, mp=80)
    post(table.saber, {"mp": 10}, by=None, cause="rest")
    assert Term.objects.get().verdict == verdict


def test_a_servant_without_hp_has_no_term_and_an_empty_sheet_neither(table):
    from characters.sheet import Servant

    lose(table.saber, hp=80)
    sheets.create(table.campaign, Servant(name="미정"), by=None, owner=None)
    assert not Term.objects.exists()


def test_an_undone_loss_ends_the_term(table):
    undo(lose(table.saber, mp=90), gm(table))
    assert Term.objects.get().verdict == "recovered"


# ---- the last word


def test_the_gm_lets_him_vanish_and_the_ledger_says_so(table):
    lose(table.saber, mp=90)
    done = terms.judge(Term.objects.get(), "lost", gm(table), reason="기한이 지남")
    assert (done.verdict, done.judged_by) == ("lost", gm(table))
    entry = table.saber.entries.first()
    assert (entry.cause, entry.changes, entry.reason) == ("judged", {"gone": 1}, "기한이 지남")


def test_the_gm_spares_against_the_rule(table):
    lose(table.saber, mp=90)
    terms.judge(Term.objects.get(), "spared", gm(table), reason="성배의 자비")
    assert Term.objects.get().verdict == "spared" and not table.saber.entries.first().standing.get("gone")
    post(table.saber, {"mp": 3}, by=None, cause="rest")
    assert Term.objects.count() == 1
    lose(table.saber, mp=1)
    assert Term.objects.count() == 2


def test_it_is_judged_once_and_not_after_he_has_recovered(table):
    lose(table.saber, mp=90)
    term = Term.objects.get()
    post(table.saber, {"mp": 60}, by=None, cause="rest")
    assert terms.judge(term, "lost", gm(table)) == Illegal("already_judged", "R-OTHER-4d")
    assert not table.saber.entries.first().standing.get("gone")


def test_the_page_of_a_term_is_the_tables(table):
    lose(table.saber, mp=90)
    term = Term.objects.get()
    address = where(table, "term", term.code)
    assert [table.client(who).get(address).status_code for who in ("alice", "eve", "mallory", "hana")] == [
        403, 403, 404, 200,
    ]  # fmt: skip
    client = table.client("gm")
    assert client.post(address, {"verdict": "spared"}).status_code == 422
    assert client.post(address, {"verdict": "lost", "announced": "on"}).status_code == 302
    assert client.post(address, {"verdict": "lost"}).status_code == 409
    assert table.saber.entries.first().standing["gone_told"] == 1


# ---- who is told


def test_whom_it_concerns_is_told_at_once(table):
    """Saber is alice's; Emi is nobody's. Bob, who only reads MP where it is shown, is told of no term."""
    lose(table.saber, mp=90)
    told = {who: len(terms.told_to(seat, everybody)) for who, seat in table.seats.items()}
    assert told == {"gm": 1, "hana": 1, "alice": 1, "bob": 0, "eve": 0}


def test_who_plays_the_servant_is_told_of_his_master(table):
    lose(table.emi, hp=24)
    assert len(terms.told_to(table.seats["alice"], everybody)) == 1
    assert not terms.told_to(table.seats["bob"], everybody)


@pytest.mark.parametrize("page", ["war-board", "campaign"])
def test_the_pages_warn_and_say_the_rule(table, page):
    days.new_scene(table.campaign, state="open")
    lose(table.saber, mp=90)
    shown = {who: table.client(who).get(where(table, page)).content.decode() for who in ("alice", "gm", "bob", "eve")}
    assert {who: "R-OTHER-4d" in told for who, told in shown.items()} == {
        "alice": True, "gm": True, "bob": False, "eve": False,
    }  # fmt: skip


def test_a_master_at_0_can_only_rest_and_is_told_so(table):
    """R-OTHER-6b: in the scene after the one in which he fell."""
    sheets.give(table.emi, table.seats["alice"])
    lose(table.emi, hp=24)
    scene = days.new_scene(table.campaign, state="open")
    page = table.client("alice").get(where(table, "scene", scene.code)).content.decode()
    assert "R-OTHER-6b" in page
    assert where(table, "recover", scene.code, table.emi.code) in page


def test_the_gm_is_asked_to_judge_when_the_scene_is_over(table):
    lose(table.saber, mp=90)
    scene = days.new_scene(table.campaign, state="open")
    days.close_scene(scene)
    term = Term.objects.get()
    assert where(table, "term", term.code) in table.client("gm").get(where(table, "war-board")).content.decode()


def test_a_fight_that_is_written_back_begins_terms(table):
    """The ledger follows the sheets, whoever writes them."""
    from combat import aftermath
    from tests.combat.war import gm_does

    fight = battle(table, slots=1)
    gm_does(table, fight, "override", who=table.saber.code, set={"mp": -5}, reason="시험")
    gm_does(table, fight, "end")
    aftermath.write_back(fight, table.seats["gm"])
    entry = table.saber.entries.first()
    assert (entry.cause, entry.source, entry.changes) == ("fight", fight.code, {"mp": -75})
    assert Term.objects.get().began == entry
