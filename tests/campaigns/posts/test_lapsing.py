"""What happens when somebody was asked for a word and his time is over: what the war has agreed on, and nothing twice."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from campaigns import seats
from campaigns.models import Deadlines, Draft, Owing, Post, ThreadReader, Unanswered, WordLaidBy
from campaigns.posts import lapsing, writing
from campaigns.posts.owed import owed
from campaigns.reminders import tasks
from tests.campaigns.posts.writing import declare, filled, say, thread
from tests.combat.war import text_of, war

HOURS = 12


@pytest.fixture
def at_table(db):
    return war()


@pytest.fixture
def place(at_table):
    return thread(at_table)


def agree(at_table, unanswered=Unanswered.PASS, hours=HOURS):
    Deadlines.objects.update_or_create(
        campaign=at_table.campaign, defaults={"hours": hours, "unanswered": unanswered, "before": [2]}
    )
    at_table.campaign.refresh_from_db()


def asked(at_table, place, *who, **words):
    return say(place, at_table, "gm", "무엇을 합니까?", "narration", asks=who or ("alice",), **words)


def later(hours=HOURS + 1):
    return time_machine.travel(timezone.now() + timedelta(hours=hours))


def page(at_table, who, place):
    return text_of(at_table.client(who).get(at_table.address(f"threads/{place.code}/")))


def lapses():
    return Post.objects.filter(kind="lapse")


def test_before_the_time_is_over_nothing_happens(at_table, place):
    agree(at_table)
    asked(at_table, place)
    with later(HOURS - 1):
        page(at_table, "bob", place)
    assert not lapses().exists()


def test_after_it_the_thread_goes_on_and_says_so_to_whoever_reads_it_first(at_table, place):
    agree(at_table)
    asked(at_table, place)
    with later():
        assert "기한이 지났습니다. alice 님의 말 없이 이어 갑니다." in page(at_table, "eve", place)
        assert not owed(at_table.seats["alice"])
        log = text_of(at_table.client("bob").get(at_table.address("log/?kind=declarations")))
    assert "alice 님의 말 없이 이어 갑니다" in log


def test_the_schedule_does_it_where_nobody_looks(at_table, place):
    agree(at_table)
    asked(at_table, place)
    with later():
        tasks.remind()
    assert lapses().get().seat == at_table.seats["alice"]


@pytest.mark.parametrize("look", ["threads/", "log/", "board/", "deadlines/", ""])
def test_every_page_that_tells_what_is_owed_settles_it_first(at_table, place, look):
    agree(at_table)
    asked(at_table, place)
    with later():
        assert at_table.client("bob").get(at_table.address(look)).status_code == 200
    assert lapses().count() == 1


def test_two_who_look_at_once_write_it_once(at_table, place):
    agree(at_table)
    asked(at_table, place)
    with later():
        late = Owing.objects.get()
        rules = Deadlines.objects.get()
        assert lapsing._lapse(late, rules) and not lapsing._lapse(late, rules)
    assert lapses().count() == 1


def test_who_has_answered_is_not_passed_over(at_table, place):
    agree(at_table)
    asked(at_table, place, "alice", "bob")
    declare(place, at_table, "alice")
    with later():
        lapsing.settle(at_table.campaign)
    assert [post.seat for post in lapses()] == [at_table.seats["bob"]]


def test_by_default_it_is_only_marked_as_late_and_still_owed(at_table, place):
    agree(at_table, Unanswered.MARK)
    asked(at_table, place)
    with later():
        told = page(at_table, "alice", place)
        assert [one.late for one in owed(at_table.seats["gm"])] == [True]
    assert "지남" in told and not lapses().exists()


def test_without_hours_nothing_is_ever_late(at_table, place):
    agree(at_table, hours=None)
    asked(at_table, place)
    with later(24 * 300):
        lapsing.settle(at_table.campaign)
    assert not lapses().exists()


def test_the_gm_s_own_answer_is_always_waited_for(at_table, place):
    agree(at_table)
    declare(place, at_table, "alice")
    with later():
        lapsing.settle(at_table.campaign)
        assert [one.late for one in owed(at_table.seats["gm"])] == [True]


def test_a_closed_thread_waits_for_nobody(at_table, place):
    agree(at_table)
    asked(at_table, place)
    place.closed_at = timezone.now()
    place.save()
    with later():
        assert not lapsing.settle(at_table.campaign)


# ---- the word laid by


def lay_by(at_table, who="alice", text="거점에서 쉽니다.", **more):
    return at_table.client(who).post(at_table.address("deadlines/word/"), {"word-text": text, **more})


def test_the_word_laid_by_is_posted_as_the_player_s_declaration(at_table, place):
    agree(at_table, Unanswered.WORD)
    lay_by(at_table, **{"word-character": at_table.saber.code})
    asked(at_table, place)
    with later():
        told = page(at_table, "bob", place)
    said = Post.objects.get(kind="declaration")
    assert (said.owner, said.voice, said.laid) == (at_table.seats["alice"], "세이버", True)
    assert "거점에서 쉽니다." in told and "맡겨 둔 말" in told
    assert [one.who for one in owed(at_table.seats["gm"])] == [""]  # and the table answers it


def test_its_dice_fall_when_it_is_posted(at_table, place):
    agree(at_table, Unanswered.WORD)
    lay_by(at_table, text="2d6 주위를 살핍니다")
    asked(at_table, place)
    with later():
        lapsing.settle(at_table.campaign)
    assert len(Post.objects.get(kind="declaration").rolls) == 1


def test_who_has_laid_nothing_by_is_gone_on_without(at_table, place):
    agree(at_table, Unanswered.WORD)
    asked(at_table, place, "alice", "bob")
    lay_by(at_table)
    with later():
        lapsing.settle(at_table.campaign)
    assert sorted(Post.objects.filter(laid=True).values_list("seat__user__nickname", "kind")) == [
        ("alice", "declaration"),
        ("bob", "lapse"),
    ]


def everywhere(at_table):
    looks = [(who, look) for who in ("gm", "bob") for look in ("deadlines/", "threads/", "board/", "log/", "")]
    return [text_of(at_table.client(who).get(at_table.address(look))) for who, look in looks]


def test_nobody_reads_it_before_not_even_the_gm(at_table):
    agree(at_table, Unanswered.WORD)
    lay_by(at_table, text="첫째 말")
    before = everywhere(at_table)
    lay_by(at_table, text="아주 다른, 훨씬 긴 둘째 말")
    assert everywhere(at_table) == before


def test_a_half_written_draft_outlives_the_word_laid_by(at_table, place):
    agree(at_table, Unanswered.WORD)
    lay_by(at_table)
    asked(at_table, place)
    at_table.client("alice").post(at_table.address(f"threads/{place.code}/draft/"), filled("쓰다 만"))
    with later():
        lapsing.settle(at_table.campaign)
    assert Draft.objects.get().fields["text"] == "쓰다 만"


def test_dice_that_cannot_be_rolled_are_refused_when_they_are_laid_by(at_table):
    agree(at_table, Unanswered.WORD)
    answer = lay_by(at_table, text="900d6")
    assert answer.status_code == 422 and "900" in answer.text and not WordLaidBy.objects.exists()


def test_left_empty_it_is_taken_back_and_nul_bytes_are_no_words(at_table):
    lay_by(at_table)
    assert lay_by(at_table, text="나\0쁜").status_code == 422
    lay_by(at_table, text="")
    assert not WordLaidBy.objects.exists()


def test_who_takes_a_seat_over_does_not_speak_with_the_words_of_who_had_it(at_table):
    lay_by(at_table)
    assert lapsing.follow in seats.FOLLOW
    lapsing.follow(at_table.seats["alice"], at_table.seats["bob"])
    assert not WordLaidBy.objects.exists()


# ---- the GM's last word


def test_the_gm_waits_once_more_also_where_it_had_gone_on(at_table, place):
    agree(at_table)
    asked(at_table, place)
    with later():
        page(at_table, "gm", place)
        note = lapses().get()
        answer = at_table.client("gm").post(at_table.address(f"posts/{note.code}/wait/"))
        assert answer.status_code == 302
        assert [one.who for one in owed(at_table.seats["gm"])] == ["alice"]
        assert "다시 기다립니다" in page(at_table, "alice", place)
    with later(HOURS * 2 + 2):
        page(at_table, "gm", place)
    assert lapses().count() == 2


def test_the_gm_gives_time_before_it_is_over(at_table, place):
    agree(at_table)
    post = asked(at_table, place)
    with later(HOURS - 1):
        at_table.client("hana").post(at_table.address(f"posts/{post.code}/wait/"))
    with later(HOURS + 1):
        assert not lapsing.settle(at_table.campaign)


def test_players_write_no_such_note_and_change_none(at_table, place):
    agree(at_table)
    asked(at_table, place)
    answer = at_table.client("alice").post(at_table.address(f"threads/{place.code}/write/"), filled("x", kind="lapse"))
    assert answer.status_code == 422
    with later():
        lapsing.settle(at_table.campaign)
    note = lapses().get()
    assert at_table.client("alice").get(at_table.address(f"posts/{note.code}/edit/")).status_code == 403
    assert at_table.client("alice").post(at_table.address(f"posts/{note.code}/withdraw/")).status_code == 403
    assert isinstance(writing.edit(note, at_table.seats["alice"], "anders"), writing.Refused)


# ---- secrets


def test_what_was_asked_of_some_lapses_before_their_eyes_only(at_table, place):
    agree(at_table)
    before = page(at_table, "eve", place), text_of(at_table.client("eve").get(at_table.address("log/")))
    asked(at_table, place, "bob", to_names=("bob",))
    with later():
        assert "bob 님의 말 없이" in page(at_table, "bob", place)
    assert (page(at_table, "eve", place), text_of(at_table.client("eve").get(at_table.address("log/")))) == before


def test_a_term_given_anew_without_an_end_runs_out_once_more_when_there_is_one_again(at_table, place):
    agree(at_table)
    asked(at_table, place)
    with later():
        page(at_table, "eve", place)
        agree(at_table, hours=None)
        lapsing.give_time(lapses().get(), at_table.seats["gm"], at_table.campaign.deadlines)
        assert owed(at_table.seats["alice"])
        agree(at_table)
        assert lapsing.settle(at_table.campaign)
        assert not owed(at_table.seats["alice"])
        assert not lapsing.settle(at_table.campaign)
    assert lapses().filter(withdrawn_at=None).count() == 1


def test_time_that_is_given_while_it_is_settled_counts(at_table, place):
    agree(at_table)
    asked(at_table, place)
    with later():
        owing = Owing.objects.get()
        Owing.objects.update(until=timezone.now() + timedelta(hours=1))
        assert not lapsing._lapse(owing, at_table.campaign.deadlines)
    assert not lapses().exists()


def test_a_word_laid_by_is_said_once_in_a_thread_that_asks_twice(at_table, place):
    agree(at_table, Unanswered.WORD)
    lay_by(at_table, text="2D6+3")
    asked(at_table, place)
    asked(at_table, place)
    with later():
        page(at_table, "bob", place)
    assert Post.objects.filter(kind="declaration").count() == 1
    assert not Owing.objects.filter(settled_at=None).exclude(seat=None).exists()


@pytest.mark.parametrize("agreed", [Unanswered.WORD, Unanswered.PASS])
def test_where_its_author_can_no_longer_read_nothing_is_said_for_him(at_table, agreed):
    agree(at_table, agreed)
    lay_by(at_table)
    hidden = thread(at_table, among=("alice", "bob"))
    asked(at_table, hidden)
    ThreadReader.objects.filter(thread=hidden, seat=at_table.seats["alice"]).delete()
    before = Post.objects.count()
    with later():
        page(at_table, "gm", hidden)
        assert Post.objects.count() == before
        assert not owed(at_table.seats["alice"])
