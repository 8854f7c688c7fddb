"""A rehearsal (연습): fought on the ordinary page, by its owner alone, and no trace of it in the war."""

from datetime import timedelta

import msgspec
import pytest
from django.utils import timezone

from characters import sheets
from combat import aftermath, rehearsal, tasks
from combat.models import Fight
from tabletop import referee
from tabletop.game import Illegal
from tests.combat.war import battle, gm_does, text_of


@pytest.fixture
def rehearsed(war):
    """A rehearsal of the GM's that has been fought to its end."""
    fight = battle(war, "둘만의 연습")
    Fight.objects.filter(pk=fight.pk).update(rehearsal=True, by=war.seats["gm"].user)
    fight.refresh_from_db()
    return fight


@pytest.mark.parametrize("page", ["", "log/", "fights/"])
def test_it_stands_in_no_list_on_no_cover_and_in_no_log(war, rehearsed, page):
    battle(war, "부두의 결투")
    for who in ("gm", "alice", "eve"):
        told = text_of(war.client(who).get(war.address(page)))
        assert "부두의 결투" in told and rehearsed.title not in told and rehearsed.code not in told


@pytest.mark.parametrize("place", ["", "stage/", "text/", "told/1/1/", "seals/1/", "record.json", "write-back/"])
def test_nobody_but_its_owner_finds_it(war, rehearsed, place):
    address = war.address(f"fights/{rehearsed.code}/{place}")
    assert war.client("gm").get(address).status_code == 200
    assert {who: war.client(who).get(address).status_code for who in ("hana", "alice", "bob", "eve", "mallory")} == (
        dict.fromkeys(("hana", "alice", "bob", "eve", "mallory"), 404)
    )


def test_its_end_goes_to_no_sheet_also_when_it_was_rewound(war, rehearsed):
    gm = war.seats["gm"]
    assert not aftermath.is_open(rehearsed)
    address = war.address(f"fights/{rehearsed.code}/")
    war.client("gm").post(address + "rewind/", {"to": 2, "seen": rehearsed.record.seq, "reason": "다시"})
    referee.rewind(rehearsed.record_id, to=3, reason="또", by=gm.user, seen=rehearsed.record.seq + 1)
    assert isinstance(aftermath.write_back(rehearsed, gm), Illegal)
    war.client("gm").post(address + "write-back/", {"decision": "write"})
    assert war.saber.versions.count() == war.lancer.versions.count() == 1


# The ground for rehearsals, and the fight against the app


def form(war, **fields):
    """Alice's Saber against a made-up one; Alice plays side A."""
    return {f"side.{war.saber.code}": "A", "side.made-1": "B", "name.made-1": "허수아비", "mine": "A"} | fields


def begun(war, who="alice", **fields):
    answer = war.client(who).post(war.address("rehearsal/"), form(war, **fields))
    assert answer.status_code == 302, text_of(answer)
    return Fight.objects.get(code=answer["Location"].split("/")[-2])


def worked(fight):
    """What the worker does until it has nothing more to do: how many things, and how many slots it opened."""
    done, opened = 0, 0
    while True:
        fight.refresh_from_db()
        fight.record.refresh_from_db()
        step = rehearsal.step(fight, fight.record.seq)
        if step is None:
            return done, opened
        done, opened = done + 1, opened + step.opened


def moves(fight):
    return [(entry.seat, entry.move["do"], entry.by) for entry in fight.record.entries.all()]


def test_the_app_hands_in_for_whom_nobody_plays_and_then_waits_for_the_person(war):
    fight = begun(war)
    assert worked(fight) == (1, 0)
    assert moves(fight) == [("made-1", "plan", None)]
    assert fight.record.entries.get().seal


def test_once_all_is_sealed_the_app_opens_slot_by_slot_to_the_end(war):
    fight = begun(war)
    worked(fight)
    page = war.address(f"fights/{fight.code}/")
    assert war.client("alice").post(page + f"plans/{war.saber.code}/", {"round": 1}).status_code == 302
    assert worked(fight) == (10, 10)
    assert fight.record.closed
    told = text_of(war.client("alice").get(page))
    assert "허수아비" in told and "연습이라" in told and "전쟁의 기록에 남습니다" not in told


def test_who_runs_the_table_opens_the_slots_himself(war):
    fight = begun(war, "gm", **{f"side.{war.lancer.code}": "B"})
    assert worked(fight) == (2, 0)
    gm_does(war, fight, "reveal")
    assert fight.record.entries.count() == 2 + 1


def test_the_app_alone_fights_for_who_only_watches(war):
    fight = begun(war, mine="")
    assert worked(fight) == (12, 10) and fight.record.closed
    assert war.client("alice").get(war.address(f"fights/{fight.code}/")).status_code == 200


def test_its_hand_is_nobodys_to_see_or_to_play(war):
    """Not even the GM, who may act for anybody at the fights of the war."""
    for who, seen in (("alice", 200), ("gm", 404)):
        fight = begun(war, who)
        address = war.address(f"fights/{fight.code}/")
        before = text_of(war.client(who).get(address + "?as=made-1"))
        assert war.client(who).get(address + "?as=made-1").status_code == seen
        assert war.client(who).post(address + "plans/made-1/", {"round": 1}).status_code == 403
        assert 'name="a-1-made-1"' in before or seen == 404


def test_nothing_is_done_twice_when_it_is_asked_twice(war):
    fight = begun(war, mine="")
    assert rehearsal.step(fight, 0).seq == 1
    assert rehearsal.step(fight, 0) is None
    fight.record.refresh_from_db()
    assert rehearsal.step(fight, 0) is None and fight.record.entries.count() == 1


def test_the_worker_goes_on_by_itself_and_leaves_the_fights_of_the_war_alone(war, monkeypatch):
    sent = []
    monkeypatch.setattr("combat.jobs.send", lambda task, *args, after=0: sent.append((*args, after)))
    fight = begun(war, mine="")
    tasks.rehearse(fight.pk, 0)
    tasks.rehearse(fight.pk, 1)
    tasks.rehearse(fight.pk, 2)
    assert sent == [(fight.pk, 0, 0), (fight.pk, 1, 0), (fight.pk, 2, 0), (fight.pk, 3, tasks.PAUSE)]
    other = war.fight()
    tasks.rehearse(other.pk, 0)
    war.client("alice").get(war.address(f"fights/{other.code}/"))
    assert len(sent) == 4 and not other.record.entries.exists()


def test_a_move_of_the_person_calls_the_worker(war, monkeypatch):
    fight = begun(war)
    sent = []
    monkeypatch.setattr("combat.jobs.send", lambda task, *args, after=0: sent.append(args))
    address = war.address(f"fights/{fight.code}/plans/{war.saber.code}/")
    war.client("alice").post(address, {"round": 1}, headers={"HX-Request": "true", "X-Live": "1"})
    assert sent == [(fight.pk, 1)]


def test_no_sheet_and_no_roll_of_fighters_knows_of_it(war):
    fight = begun(war, "gm", **{f"side.{war.lancer.code}": "B"})
    gm_does(war, fight, "special_damage", to=war.saber.code, amount=90, reason="시험")
    assert not fight.fighters.exists() and war.saber.versions.count() == 1


def test_a_servant_asks_his_absent_master_only_where_that_sheet_is_at_hand(war):
    """Emi is nobody's: the GM can answer for her, and alice's Saber fights as one without a Master (his spells are hidden)."""
    assert begun(war).record.setup["combatants"][0].get("master") is None
    mine = begun(war, "gm")
    assert mine.record.setup["combatants"][0]["master"] == war.emi.code
    assert mine.record.chairs.filter(seat=war.emi.code, user=war.seats["gm"].user).exists()


@pytest.mark.parametrize(("who", "own"), [("gm", 3), ("hana", 3), ("alice", 1), ("bob", 1), ("eve", 0)])
def test_everybody_rehearses_with_the_sheets_that_are_his(war, who, own):
    assert len(rehearsal.sheets_of(war.seats[who])) == own


def test_somebody_elses_sheet_is_refused_as_one_that_is_not_there(war):
    for page in ("rehearsal/", "odds/"):
        tried = war.client("alice").post(war.address(page), form(war, **{f"side.{war.lancer.code}": "B"}))
        unknown = war.client("alice").post(war.address(page), form(war, **{"side.0123456789": "B"}))
        assert (tried.status_code, unknown.status_code) == (422, 422)
        assert text_of(tried) == text_of(unknown)
    assert not Fight.objects.exists()


def test_what_others_hide_changes_no_byte_of_the_ground(war):
    """I-6"""
    before = [text_of(war.client(who).get(war.address("rehearsal/"))) for who in ("alice", "eve")]
    sheets.change(war.lancer, lambda sheet: msgspec.structs.replace(sheet, strength="EX", mp=1), None, "written")
    sheets.change(war.emi, lambda sheet: msgspec.structs.replace(sheet, command_spells=0), None, "written")
    assert [text_of(war.client(who).get(war.address("rehearsal/"))) for who in ("alice", "eve")] == before


@pytest.mark.parametrize(
    "fields",
    [
        {"side.made-1": ""},
        {"side.made-1": "A"},
        {"line.made-1": "back"},
        {"hp.made-1": "0"},
        {"hp.made-1": "-4"},
        {"hp.made-1": "٣"},
        {"mp.made-1": "많이"},
        {"strength.made-1": "Z"},
        {"agility.made-1": "\0"},
        {f"side.made-{number}": "C" for number in range(1, 7)} | {"side.made-7": "D"},
    ],
)
def test_what_cannot_fight_is_refused_where_it_stands(war, fields):
    answer = war.client("alice").post(war.address("rehearsal/"), form(war, **fields))
    assert answer.status_code == 422 and 'role="alert"' in text_of(answer)
    assert not Fight.objects.exists()


@pytest.mark.parametrize("name", ["", "  ", "\u202e뒤집힘", "가" * 41, "\0", "<b>굵게</b>"])
def test_a_made_up_name_is_plain_text_or_the_usual_one(war, name):
    fight = begun(war, **{"name.made-1": name})
    told = fight.record.setup["combatants"][1]["name"]
    assert told == (name if name.startswith("<") else "연습 상대 1")
    assert "<b>굵게" not in text_of(war.client("alice").get(war.address(f"fights/{fight.code}/")))


def test_seven_can_rehearse_and_an_eighth_cannot(war):
    six = {f"side.made-{number}": "B" for number in range(1, 7)}
    assert len(begun(war, **six).record.setup["combatants"]) == 7
    eight = six | {f"side.{war.lancer.code}": "A"}
    answer = war.client("gm").post(war.address("rehearsal/"), form(war, **eight))
    assert answer.status_code == 422 and "7명" in text_of(answer)


def test_the_ground_lists_ones_own_rehearsals(war):
    fight = begun(war)
    assert fight.code in text_of(war.client("alice").get(war.address("rehearsal/")))
    assert fight.code not in text_of(war.client("gm").get(war.address("rehearsal/")))


def test_the_page_says_that_the_app_opens_the_slots(war):
    """Where the person does not run the table; the GM opens his own."""
    fight = begun(war)
    page = war.address(f"fights/{fight.code}/")
    worked(fight)
    referee.play(
        fight.record_id,
        seat=war.saber.code,
        move={"by": war.saber.code, "do": "plan", "slots": []},
        by=war.seats["alice"].user,
        sealed=True,
    )
    told = text_of(war.client("alice").get(page))
    assert "앱이 첫 칸을 엽니다" in told and "진행자가 첫 칸을" not in told


def test_a_plan_handed_in_ahead_is_used_when_the_round_begins(war):
    house = {"slots_per_round": 2, "rounds": 2}
    war.campaign.rules = house
    war.campaign.save()
    fight = begun(war)
    worked(fight)
    page = war.address(f"fights/{fight.code}/")
    alice = war.client("alice")
    alice.post(page + f"plans/{war.saber.code}/", {"round": 1})
    alice.post(page + f"plans/{war.saber.code}/ahead/", {"round": 2, "a-1-made-1": "smash"})
    worked(fight)
    assert fight.record.closed
    planned = [(entry.seat, entry.by) for entry in fight.record.entries.all() if entry.move["do"] == "plan"]
    assert planned.count((war.saber.code, war.seats["alice"].user)) == 2
    assert "미리 낸 목록을 썼습니다" in text_of(alice.get(page))


def test_what_was_handed_in_ahead_and_cannot_be_used_leaves_the_round_to_the_person(war):
    war.campaign.rules = {"slots_per_round": 5, "rounds": 2}
    war.campaign.save()
    fight = begun(war)
    worked(fight)
    alice, page = war.client("alice"), war.address(f"fights/{fight.code}/")
    alice.post(page + f"plans/{war.saber.code}/", {"round": 1})
    alice.post(page + f"plans/{war.saber.code}/ahead/", {"round": 2, **{f"a-{n}-made-1": "smash" for n in range(1, 6)}})
    worked(fight)
    assert not fight.record.closed and fight.record.entries.filter(seat=war.saber.code).count() == 1


def test_so_many_rehearsals_a_day_are_enough(war, monkeypatch):
    monkeypatch.setattr(rehearsal, "A_DAY", 2)
    begun(war), begun(war)
    refused = war.client("alice").post(war.address("rehearsal/"), form(war))
    assert refused.status_code == 422 and "내일" in text_of(refused)
    assert begun(war, "gm", **{f"side.{war.saber.code}": "", f"side.{war.lancer.code}": "A"})
    Fight.objects.filter(by=war.seats["alice"].user).update(at=timezone.now() - timedelta(days=2))
    assert begun(war)


def test_its_numbers_are_called_as_everywhere_else(war):
    told = text_of(war.client("alice").get(war.address("rehearsal/")))
    assert "<label>생명력<input" in told and "<label>HP" not in told
