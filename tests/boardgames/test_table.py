"""Board games at the table: opening, moves through the pages, computer players, seats that change hands."""

import json
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.test import RequestFactory, TestCase
from kombu.exceptions import OperationalError

from boardgames import bots, games, table, tasks
from boardgames.clock import thought as given
from boardgames.models import BoardGame, ComputerSeat
from boardgames.table import computer_due, held, names
from boardgames.templatetags.dominate import dominate_name
from boardgames.views import table as views
from campaigns import seats
from campaigns.models import User
from tabletop import records
from tabletop.models import Entry
from tests.boardgames.tables import Table, dominate_table, play_dominate
from tests.combat import war as wars


@pytest.fixture
def table_of_four(db):
    return dominate_table()


@pytest.fixture
def sent(monkeypatch):
    """What the worker was asked for: the keys of games."""
    asked: list[int] = []
    monkeypatch.setattr(tasks.computer_moves, "apply_async", lambda args, **how: asked.append(*args))
    return asked


def test_a_form_with_people_and_computers_opens_a_game_with_the_first_draws_made(db):
    war = wars.war()
    chairs = {"chair.1": f"p{war.seats['alice'].pk}", "chair.2": f"p{war.seats['bob'].pk}", "chair.3": "master"}
    answer = war.client("alice").post(
        war.address("games/new/dominate/"), {**chairs, "title": "첫 판", "rule.mode": "short", "rule.spell_mana": "5"}
    )
    game = BoardGame.objects.get()
    assert answer["Location"] == war.address(f"games/{game.code}/")
    assert game.record.setup["options"] == {"mode": "short", "spell_mana": 5}
    assert [seat["name"] for seat in game.record.setup["seats"]] == ["alice", "bob", "컴퓨터 3"]
    assert set(game.record.entries.values_list("seat", flat=True)) == {"chance"}
    assert game.computers.get().strength == "master"


def test_the_same_form_sent_twice_opens_one_game(db):
    war = wars.war()
    fields = {"chair.1": "novice", "chair.2": "novice", "chair.3": "adept", "address": "00ff00ff00"}
    for _ in range(2):
        war.client("gm").post(war.address("games/new/dominate/"), fields)
    assert BoardGame.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"chair.1": "novice", "chair.2": "adept"}, "3개에서 7개|3–7|DG-33"),
        ({"chair.1": "novice", "chair.2": "adept", "chair.3": "master", "rule.mana_cap": "many"}, "mana_cap"),
        ({"chair.1": "novice", "chair.2": "adept", "chair.3": "master", "rule.mode": "endless"}, "mode"),
    ],
)
def test_a_form_that_no_game_can_be_opened_from_comes_back_with_the_reason(db, fields, says):
    war = wars.war()
    answer = war.client("gm").post(war.address("games/new/dominate/"), fields)
    assert answer.status_code == 422
    assert any(word in answer.content.decode() for word in says.split("|"))
    assert not BoardGame.objects.exists()


def test_a_move_is_made_by_the_button_that_the_page_offers(table_of_four):
    at = table_of_four
    at.until("seat-1", what="place")
    answer = at.post("alice", "seat-1", move='{"do": "place", "by": "seat-1", "at": "field_a"}')
    assert answer.status_code == 200
    assert 'id="turn"' in answer.content.decode()
    at.game.record.refresh_from_db()
    assert next(one.place for one in records.view(at.game.record, ()).seats if one.seat == "seat-1") == "field_a"


def test_a_move_in_the_name_of_another_seat_is_made_in_the_own(table_of_four):
    at = table_of_four
    at.until("seat-1", what="place")
    at.post("alice", "seat-1", move='{"do": "place", "by": "seat-2", "at": "field_a"}')
    entry = Entry.objects.filter(record=at.game.record).exclude(seat="chance").last()
    assert (entry.seat, entry.move["by"], entry.by) == ("seat-1", "seat-1", at.user("alice"))


@pytest.mark.parametrize("who", ["bob", "gm", "eve", "hana"])
def test_nobody_moves_for_a_seat_that_is_not_his(table_of_four, who):
    at = table_of_four
    at.until("seat-1", what="place")
    seq = at.game.record.seq
    assert at.post(who, "seat-1", move='{"do": "place", "at": "field_a"}').status_code == 403
    at.game.record.refresh_from_db()
    assert at.game.record.seq == seq


def test_a_refused_move_says_why_with_its_rule_and_keeps_what_was_laid(table_of_four):
    at = table_of_four
    at.until("seat-1", what="place")
    answer = at.post("alice", "seat-1", move='{"do": "place", "at": "lookout"}')
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "D-17" in html
    assert 'id="hand"' not in html


def test_a_second_tap_finds_the_game_further_on_and_does_nothing(table_of_four):
    at = table_of_four
    at.until("seat-1", what="place")
    shown = at.seen("seat-1")
    first = at.post("alice", "seat-1", move='{"do": "place", "at": "field_a"}')
    again = at.post("alice", "seat-1", seen=shown, move='{"do": "place", "at": "field_a"}')
    assert (first.status_code, again.status_code) == (200, 409)
    assert "아무 일도 하지 않았습니다" in again.content.decode()


@pytest.mark.parametrize("seen", ["", "-1", "9" * 12, "many"])
def test_a_move_without_what_it_has_seen_is_refused(table_of_four, seen):
    at = table_of_four
    at.until("seat-1", what="place")
    assert at.post("alice", "seat-1", seen=seen, move='{"do": "place", "at": "field_a"}').status_code == 422


def test_the_worker_is_asked_once_for_a_move_of_a_computer_that_is_due(
    table_of_four, sent, django_capture_on_commit_callbacks
):
    at = table_of_four
    at.until("seat-3")
    for _ in range(3):
        with django_capture_on_commit_callbacks(execute=True):
            at.page("eve")
    assert sent == [at.game.pk]


def test_a_task_that_was_lost_is_asked_for_again_by_a_later_look(
    table_of_four, sent, django_capture_on_commit_callbacks
):
    at = table_of_four
    at.until("seat-3")
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            at.page("alice")
        cache.clear()
    assert sent == [at.game.pk, at.game.pk]


def test_an_open_stream_misses_a_move_that_the_worker_has_lost(table_of_four, sent):
    at = table_of_four
    at.until("seat-3")
    request = RequestFactory().get(at.at("stream/"), {"page": "watch"})
    request.user = at.user("eve")
    stream = views.stream(request, at.war.campaign.code, at.game.code)
    with TestCase.captureOnCommitCallbacks(execute=True):
        assert stream.allowed()
    assert sent == [at.game.pk]


def test_pages_stand_and_moves_count_while_the_worker_cannot_be_reached(
    table_of_four, monkeypatch, django_capture_on_commit_callbacks
):
    def down(*args, **how):
        raise OperationalError("nobody there")

    monkeypatch.setattr(tasks.computer_moves, "apply_async", down)
    at = table_of_four
    at.until("seat-3")
    with django_capture_on_commit_callbacks(execute=True):
        assert at.client("alice").get(at.at()).status_code == 200


def test_the_worker_moves_for_computers_until_a_person_is_asked(table_of_four):
    at = table_of_four
    at.until("seat-3", what="place")
    for _ in range(60):
        if at.asked not in {"seat-3", "seat-4"}:
            break
        tasks.computer_moves(at.game.pk)
    assert at.asked in {"seat-1", "seat-2"}
    moved = at.game.record.entries.filter(seat__in=("seat-3", "seat-4"))
    assert set(moved.values_list("by", flat=True)) == {None}


def test_a_task_that_comes_when_a_person_is_asked_does_nothing(table_of_four):
    at = table_of_four
    at.until("seat-1")
    seq = at.game.record.seq
    tasks.computer_moves(at.game.pk)
    at.game.record.refresh_from_db()
    assert at.game.record.seq == seq


def test_a_seat_left_to_the_computer_is_played_on_with_its_hand(table_of_four):
    at = table_of_four
    at.until("seat-1", what="place")
    hand = records.view(at.game.record, ("seat-1",)).own[0].hand
    answer = at.client("alice").post(at.at("seats/"), {"seat": "seat-1", "to": "adept"})
    assert answer.status_code == 302
    assert computer_due(at.game).seat == "seat-1"
    assert records.view(at.game.record, ("seat-1",)).own[0].hand == hand
    assert 'id="hand"' not in at.page("alice")
    assert names(at.game)["seat-1"] == "컴퓨터 1"
    assert at.post("alice", "seat-1", move='{"do": "place", "at": "field_a"}').status_code == 403


def test_who_runs_the_table_gives_a_seat_to_somebody_else_hidden_cards_and_all(table_of_four):
    at = table_of_four
    hana = at.war.seats["hana"]
    at.client("gm").post(at.at("seats/"), {"seat": "seat-3", "to": f"p{hana.pk}"})
    own = records.view(at.game.record, ("seat-3",)).own[0]
    assert not ComputerSeat.objects.filter(seat="seat-3").exists()
    assert held(at.game)["seat-3"].user == hana.user_id
    assert dominate_name(own.champion) in at.page("hana")


@pytest.mark.parametrize(("who", "seat", "to"), [("bob", "seat-1", "adept"), ("eve", "seat-1", "adept")])
def test_nobody_else_gives_a_seat_away(table_of_four, who, seat, to):
    at = table_of_four
    assert at.client(who).post(at.at("seats/"), {"seat": seat, "to": to}).status_code == 403
    assert held(at.game)[seat].user == at.user("alice").pk


def test_a_player_gives_his_seat_to_the_computer_only(table_of_four):
    at = table_of_four
    to = f"p{at.war.seats['hana'].pk}"
    assert at.client("alice").post(at.at("seats/"), {"seat": "seat-1", "to": to}).status_code == 403


def test_who_takes_a_seat_at_the_table_over_by_link_plays_its_games_on(table_of_four):
    at = table_of_four
    carol = User.objects.create_user(None, nickname="carol")
    seats.hand_over(at.war.seats["alice"], carol)
    assert held(at.game)["seat-1"].user == carol.pk


def test_a_stream_that_no_longer_fits_its_page_is_gone_so_that_the_page_loads_anew(table_of_four):
    at = table_of_four
    table.hand_on(at.game, "seat-1", at.user("hana"))
    assert at.client("alice").get(at.at("stream/?page=hand&as=seat-1")).status_code == 404
    assert at.client("hana").get(at.at("stream/?page=watch")).status_code == 404


def test_two_hands_on_one_device_are_covered_until_one_is_opened(db):
    at = dominate_table("alice", "alice", "novice")
    covered, opened = at.page("alice"), at.page("alice", "?as=seat-2")
    assert 'id="hand"' not in covered
    assert "?as=seat-1" in covered
    assert 'id="hand"' in opened


def test_after_his_move_the_hand_on_a_shared_device_is_covered_again(db):
    at = dominate_table("alice", "alice", "novice")
    at.until("seat-2", what="place")
    answer = at.post("alice", "seat-2", move='{"do": "place", "at": "field_a"}')
    assert answer["HX-Redirect"] == at.at()


def test_a_running_game_has_no_record_for_anybody_and_an_ended_one_for_all(db):
    at = dominate_table("alice", "novice", "novice", mode="short")
    assert {at.client(who).get(at.at("record.json")).status_code for who in ("gm", "alice", "eve")} == {409}
    assert at.war.address("session-log/") in at.page("eve", "record.json")  # what everybody has been told
    while at.asked:
        at.play_one()
    record = json.loads(at.page("eve", "record.json"))
    assert record["moves"][-1] == at.game.record.entries.last().move


def test_an_ended_game_comes_back_in_from_its_record_move_by_move(db):
    at = dominate_table("alice", "novice", "novice", mode="short")
    while at.asked:
        at.play_one()
    answer = at.client("gm").post(at.war.address("games/import/"), {"text": at.page("gm", "record.json")})
    taken = BoardGame.objects.latest("pk")
    assert answer["Location"] == at.war.address(f"games/{taken.code}/")
    assert (taken.record.closed, taken.record.seq) == (True, at.game.record.seq)
    assert records.view(taken.record, ()) == records.view(at.game.record, ())


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda record: record["moves"].pop(), "끝나지 않은"),
        (lambda record: record["moves"].insert(9, record["moves"][0]), "moves[9]"),
        (lambda record: record.update(format="grailkeeper/chess"), "기록"),
        (lambda record: record.update(title="\0"), "간직할 수 없는 글자|둘 수 없는 글자|글자가"),
        (lambda record: record.update(moves=record["moves"] * 60), "3000"),
    ],
)
def test_a_record_that_cannot_be_taken_in_says_what_is_wrong_and_leaves_nothing(db, change, says):
    at = dominate_table("novice", "novice", "novice", mode="short")
    while at.asked:
        at.play_one()
    record = json.loads(at.page("gm", "record.json"))
    change(record)
    answer = at.client("gm").post(at.war.address("games/import/"), {"text": json.dumps(record)})
    assert answer.status_code == 422
    assert any(word in answer.content.decode().partition("refused")[2] for word in says.split("|"))
    assert BoardGame.objects.count() == 1


def test_cover_list_and_log_tell_whose_turn_it_is_and_who_won(db):
    at = dominate_table("alice", "novice", "novice", mode="short")
    at.until("seat-1", what="place")
    at.game.record.refresh_from_db()
    client = at.client("alice")
    assert "내 차례입니다" in client.get(at.war.address("games/")).content.decode()
    assert "alice를 기다립니다" in at.client("eve").get(at.war.address()).content.decode()
    while at.asked:
        at.play_one()
    assert "의 승리" in client.get(at.war.address("log/")).content.decode()


def test_a_list_of_many_games_asks_the_database_no_more_than_one_of_few(db, django_assert_max_num_queries):
    at = dominate_table("alice", "novice", "novice", mode="short")
    while at.asked:
        at.play_one()
    for _ in range(5):
        play_dominate(at.war)
    records.forget()
    games.told(games.newest(at.war.campaign), at.user("alice"))
    with django_assert_max_num_queries(2):
        told = games.told(games.newest(at.war.campaign), at.user("alice"))
    assert [one.running for one in told] == [True] * 5 + [False]
    assert len(told[-1].winners) == 1


def test_the_page_says_which_house_rules_differ(db):
    at = dominate_table(mode="short", spell_mana=5)
    assert "짧게: 4라운드" in at.page("eve")
    assert "이 게임의 하우스 룰" not in Table(at.war, play_dominate(at.war)).page("eve")


@pytest.mark.parametrize("strength", ["novice", "adept", "master"])
def test_a_computer_takes_as_long_however_much_there_is_to_think_about(table_of_four, monkeypatch, strength):
    at = table_of_four
    at.game.computers.update(strength=strength)
    took = []
    for thought in (0, bots.TAKES[strength] / 50, bots.TAKES[strength] * 0.9):
        now = [0.0]
        monkeypatch.setattr("boardgames.table.time", clock(now))
        monkeypatch.setattr(bots, "choose", thinking(now, thought))
        at.until("seat-3")
        assert table.move_for_computer(at.game)
        took.append(round(now[0], 6))
    assert took == [bots.TAKES[strength]] * 3


def clock(now):
    """A clock that stands still but for thinking and waiting."""
    return SimpleNamespace(monotonic=lambda: now[0], sleep=lambda seconds: now.__setitem__(0, now[0] + seconds))


def thinking(now, seconds):
    def choose(found, *_strength_and_chance):
        now[0] += seconds
        return found.options[0]

    return choose


def test_no_move_of_a_computer_comes_later_than_the_time_that_a_window_gives_it(settings):
    settings.WINDOW_SECONDS = 1
    assert all(takes < given(strength) for strength, takes in bots.TAKES.items())
    assert bots.TAKES["master"] > bots.SECONDS


def test_who_plays_several_seats_is_told_apart_on_them_and_the_curtain_says_whose_turn_it_is(db):
    at = dominate_table("alice", "alice", "bob")
    assert list(names(at.game).values()) == ["alice 1", "alice 2", "bob"]
    assert [seat["name"] for seat in at.game.record.setup["seats"]] == ["alice 1", "alice 2", "bob"]
    at.until("seat-2", what="place")
    curtain = at.page("alice").partition("g-curtain")[2].partition("</section>")[0]
    assert "차례" not in curtain.partition("?as=seat-2")[0]
    assert "차례" in curtain.partition("?as=seat-2")[2]
