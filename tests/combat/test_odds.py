"""Odds on the page: asked, computed by the worker, told to who asked and to nobody else."""

import msgspec
import pytest
from celery import Task
from django.core.cache import cache
from redis.exceptions import ConnectionError as Lost

from characters import sheets
from characters.models import Character
from combat import jobs, tasks
from combat.odds import answers
from tests.combat.war import LANCER, text_of


@pytest.fixture(autouse=True)
def _little_work(monkeypatch, war):
    war.campaign.rules = {"slots_per_round": 5}
    war.campaign.save()
    for name in ("FIGHTS_OF_TWO", "FIGHTS_OF_MORE", "FIGHTS_A_PAIR"):
        monkeypatch.setattr(answers, name, 40)


def asked(war, who="alice", page="odds/", **fields):
    """The address of the answer to be."""
    form = {f"side.{war.saber.code}": "A", "side.made-1": "B", "name.made-1": "허수아비", "seed": "7"} | fields
    answer = war.client(who).post(war.address(page), form)
    assert answer.status_code == 302, text_of(answer)
    return answer["Location"]


def code(address):
    return address.split("/")[-2]


def answered(war, who="alice", page="odds/", **fields):
    address = asked(war, who, page, **fields)
    tasks.compute(code(address))
    return text_of(war.client(who).get(address))


def test_an_answer_is_waited_for_and_then_told(war):
    address = asked(war)
    waiting = text_of(war.client("alice").get(address))
    assert "작업 처리기를 기다립니다" in waiting and 'hx-trigger="every 1s"' in waiting
    tasks.compute(code(address))
    told = text_of(war.client("alice").get(address))
    assert all(word in told for word in ("세이버", "허수아비", "40판", "시드 7", "한 칸씩 공개할 때"))
    assert "every 1s" not in told


def test_a_page_that_stands_gets_its_own_part_alone(war):
    address = asked(war)
    part = text_of(war.client("alice").get(address, headers={"HX-Request": "true"}))
    assert part.startswith('<div id="odds"') and "<html" not in part


def test_how_far_it_is_grows_and_never_says_all(war):
    address = asked(war)
    job = jobs.found(code(address))
    assert [msgspec.structs.replace(job, done=done, total=200).percent for done in (0, 50, 199, 300)] == [0, 25, 99, 99]


def test_the_worker_says_how_far_it_is(war, monkeypatch):
    monkeypatch.setattr("tabletop.jobs.OFTEN", 0)
    seen = []
    address = asked(war)
    jobs.compute(code(address), lambda asked, tell, _: [tell(9), seen.append(jobs.found(code(address)))][0])
    assert (seen[0].state, seen[0].done) == ("running", 9)


def test_who_asked_can_give_it_up_before_it_begins_and_on_the_way(war, monkeypatch):
    monkeypatch.setattr("tabletop.jobs.OFTEN", 0)
    before, on_the_way = asked(war), asked(war, "bob", **{f"side.{war.saber.code}": "", "side.made-2": "A"})
    war.client("alice").post(before + "cancel/")
    tasks.compute(code(before))
    answered = []

    def interrupted(_, tell, __):
        war.client("bob").post(on_the_way + "cancel/")
        tell(1)
        answered.append("too far")

    jobs.compute(code(on_the_way), interrupted)
    assert not answered
    for who, address in (("alice", before), ("bob", on_the_way)):
        assert "그만두었습니다" in text_of(war.client(who).get(address))


def test_who_asks_again_gives_up_what_he_asked_before(war):
    first, _ = asked(war), asked(war)
    assert jobs.found(code(first)).state == "cancelled"


def test_work_whose_worker_died_is_begun_again_when_it_is_looked_for(war, monkeypatch):
    address = asked(war)
    with pytest.raises(KeyboardInterrupt):
        jobs.compute(code(address), interrupted)
    sent = []
    monkeypatch.setattr(Task, "apply_async", lambda self, args, **more: sent.append(args))
    war.client("alice").get(address)
    assert not sent and jobs.found(code(address)).state == "running"
    monkeypatch.setattr("tabletop.jobs.SILENCE", 0)
    war.client("alice").get(address)
    assert sent == [(code(address),)]
    tasks.compute(code(address))
    assert jobs.found(code(address)).state == "done"
    war.client("alice").get(address)
    assert len(sent) == 1


def interrupted(asked, tell, so_far):
    raise KeyboardInterrupt


def test_what_is_over_is_not_cancelled_any_more(war):
    address = asked(war)
    tasks.compute(code(address))
    war.client("alice").post(address + "cancel/")
    assert jobs.found(code(address)).state == "done"


def test_what_goes_wrong_is_said_and_not_swallowed(war):
    address = asked(war)
    with pytest.raises(ZeroDivisionError):
        jobs.compute(code(address), lambda *_: 1 / 0)
    assert "계산하지 못했습니다" in text_of(war.client("alice").get(address))


def test_an_answer_is_for_who_asked_alone(war):
    address = asked(war)
    tasks.compute(code(address))
    for who in ("gm", "hana", "bob", "eve", "mallory"):
        assert war.client(who).get(address).status_code == 404
        assert war.client(who).post(address + "cancel/").status_code == 404
    assert war.client("alice").get(war.address("odds/no-such-job/")).status_code == 404


def test_a_players_odds_hang_on_nothing_that_others_hide(war):
    """I-6: not on Bob's sheet, and not on the Master's whose sheet she may not read."""
    before = answered(war)
    change = msgspec.structs.replace
    sheets.change(war.lancer, lambda sheet: change(sheet, strength="EX", hp=1, mp=1), None, "written")
    sheets.change(war.emi, lambda sheet: change(sheet, command_spells=0, conviction="E"), None, "written")
    again = answered(war)
    assert [line for line in again.splitlines() if "odds/" not in line] == [
        line for line in before.splitlines() if "odds/" not in line
    ]
    assert "랜서" not in again


def test_nothing_of_a_sheet_goes_through_the_broker(war, monkeypatch):
    sent = []
    monkeypatch.setattr(Task, "apply_async", lambda self, args, **more: sent.append(args))
    address = asked(war)
    assert sent == [(code(address),)]


def test_every_pair_is_for_who_runs_the_table(war):
    told = answered(war, "gm", "odds/pairs/")
    assert "세이버" in told and "랜서" in told and "에미" not in told.partition("odds-pairs")[2]
    assert "한 짝에 40판" in told
    assert war.client("alice").post(war.address("odds/pairs/")).status_code == 403


def test_a_table_is_made_pair_by_pair_so_that_others_have_their_turn(war, monkeypatch):
    sheets.create(war.campaign, msgspec.structs.replace(LANCER, name="세번째"), by=None, owner=None)
    address = asked(war, "gm", "odds/pairs/")
    sent = []
    monkeypatch.setattr(Task, "apply_async", lambda self, args, **more: sent.append(args))
    tasks.compute(code(address))
    assert (jobs.found(code(address)).percent, sent) == (33, [(code(address),)])
    assert "33 %" in text_of(war.client("gm").get(address))
    tasks.compute(code(address))
    tasks.compute(code(address))
    assert len(sent) == 2 and jobs.found(code(address)).state == "done"
    assert "세번째" in text_of(war.client("gm").get(address))


def test_a_pair_needs_two(war):
    Character.objects.filter(pk=war.lancer.pk).update(kind="master")
    assert war.client("gm").post(war.address("odds/pairs/")).status_code == 422


@pytest.mark.parametrize(
    ("typed", "seed"), [("", 1), ("0", 1), ("-9", 9), ("12", 12), ("많이", 1), ("9" * 30, 1), ("\0", 1)]
)
def test_any_seed_is_a_number_in_the_end(war, typed, seed):
    assert jobs.asked(code(asked(war, seed=typed))).seed == seed


def test_when_neither_cache_nor_worker_answers_the_page_says_so_and_keeps_the_form(war, monkeypatch):
    def lost(*_, **__):
        raise Lost

    for owner, name in ((Task, "apply_async"), (cache, "set"), (cache, "get")):
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, lost)
            answer = war.client("alice").post(war.address("odds/"), {f"side.{war.saber.code}": "A", "side.made-1": "B"})
        assert answer.status_code == 503 and "닿지 못했습니다" in text_of(answer)


def test_a_page_costs_few_queries(war, django_assert_max_num_queries):
    address = asked(war, "gm")
    client = war.client("gm")
    for page in (address, war.address("rehearsal/")):
        with django_assert_max_num_queries(8):
            client.get(page)
