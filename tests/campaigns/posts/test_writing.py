"""Writing: what is accepted is kept once, rolls fall once, and declarations go to and fro as often as the war allows."""

import re

import pytest

from campaigns import seats
from campaigns.models import Owing, Post, PostRules, Thread, User
from campaigns.posts import writing
from campaigns.posts.owed import open_owings, owed
from campaigns.posts.readable import readable
from campaigns.posts.writing import Refused, edit
from campaigns.scenes import days
from characters import sheets
from tests.campaigns.posts.writing import declare, filled, say, thread, tried
from tests.combat.war import war


@pytest.fixture
def at_table(db):
    return war()


@pytest.fixture
def place(at_table):
    return thread(at_table)


def sent(at_table, place, who, text, **fields):
    return at_table.client(who).post(at_table.address(f"threads/{place.code}/write/"), filled(text, **fields))


def test_a_form_that_is_sent_twice_makes_one_post_and_one_roll(at_table, place):
    form = filled("2d6", arrival="the same")
    for _ in range(2):
        answer = at_table.client("alice").post(at_table.address(f"threads/{place.code}/write/"), form)
        assert answer.status_code == 302
    assert Post.objects.count() == 1


def test_a_form_that_is_sent_again_with_another_text_says_so_and_keeps_it(at_table, place):
    form, client = filled("첫 글"), at_table.client("alice")
    address = at_table.address(f"threads/{place.code}/write/")
    client.post(address, form)
    edit(Post.objects.get(), at_table.seats["alice"], "첫 글, 고침")
    assert client.post(address, form).status_code == 302, "the same text as it was sent at first"
    answer = client.post(address, form | {"text": "둘째 글"})
    assert answer.status_code == 422 and "이미 올라갔습니다" in answer.text
    assert at_table.seats["alice"].drafts.get().fields["text"] == "둘째 글"
    arrival = re.search(r'name="arrival" id="arrival" value="([^"]+)"', answer.text)[1]
    assert client.post(address, form | {"text": "둘째 글", "arrival": arrival}).status_code == 302
    assert [post.text for post in Post.objects.order_by("sequence")] == ["첫 글, 고침", "둘째 글"]


def test_a_form_without_a_script_may_be_as_long_as_the_page_lets_it(at_table, place):
    text = "가나다라마\r\n" * 3_333 + "끝"
    assert len(text) > writing.LONGEST > len(text.replace("\r", ""))
    assert sent(at_table, place, "alice", text).status_code == 302
    assert Post.objects.get().text == text.replace("\r", "")


def test_a_post_stands_with_its_voice_kind_and_text_made_ready(at_table, place):
    sent(at_table, place, "alice", "**“누구냐.”**", voice=at_table.saber.code)
    post = Post.objects.get()
    assert (post.voice, post.character, post.kind) == ("세이버", at_table.saber.code, "ic")
    assert "<strong>“누구냐.”</strong>" in at_table.client("bob").get(at_table.address(f"threads/{place.code}/")).text


def test_who_plays_several_goes_on_as_the_one_he_spoke_as_last(at_table, place):
    def offered():
        page = at_table.client("alice").get(at_table.address(f"threads/{place.code}/")).text
        return re.search(r'<select name="voice">.*?<option value="([^"]*)" selected', page, re.S)[1]

    sheets.give(at_table.emi, at_table.seats["alice"])
    for character in (at_table.saber, at_table.emi, at_table.saber):
        sent(at_table, place, "alice", "말", voice=character.code)
        assert offered() == character.code
    sent(at_table, place, "alice", "잡담", voice="", kind="ooc")
    assert offered() == at_table.saber.code


def test_nobody_speaks_as_somebody_else_s_character(at_table, place):
    assert sent(at_table, place, "alice", "나는 랜서다", voice=at_table.lancer.code).status_code == 422
    assert not Post.objects.exists()


def test_the_gm_speaks_under_any_name_and_players_do_not(at_table, place):
    assert sent(at_table, place, "gm", "안개", voice="-", name="등대지기", kind="narration").status_code == 302
    assert sent(at_table, place, "alice", "안개", voice="-", name="등대지기").status_code == 422
    assert [post.voice for post in Post.objects.all()] == ["등대지기"]


@pytest.mark.parametrize("text", ["", "   \n ", "가" * 20_001, "글\0"])
def test_a_text_that_cannot_be_kept_is_refused_with_a_sentence(at_table, place, text):
    answer = sent(at_table, place, "alice", text)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text and not Post.objects.exists()


@pytest.mark.parametrize("line", ["２ｄ６", "2D6>=7공격", "999d6", "1d6/0", "x50 50d6", "choice[]"])
def test_dice_at_fault_are_told_and_nothing_is_rolled_or_posted(at_table, place, line):
    answer = sent(at_table, place, "alice", f"간다\n{line}")
    assert answer.status_code == 422
    assert "2번째 줄" in answer.text and not Post.objects.exists()


def test_a_composed_and_a_decomposed_text_are_the_same_text(at_table, place):
    sent(at_table, place, "alice", "\u1112\u1161\u11ab\r\n글")
    assert Post.objects.get().text == "한\n글"


def test_rolls_fall_at_posting_and_never_again(at_table, place):
    post = say(place, at_table, "alice", "찌른다\n2d6+3>=10 창\n막아라")
    assert post.text == "찌른다\n\n[[roll 1]]\n\n막아라"
    post.refresh_from_db()
    rolls = post.rolls
    writing.edit(post, at_table.seats["alice"], "아니다\n9d6\n\n")
    post.refresh_from_db()
    assert post.rolls == rolls
    page = at_table.client("bob").get(at_table.address(f"threads/{place.code}/")).text
    assert "(2D6+3&gt;=10)" in page, "a roll cannot be edited away"
    assert "(9D6)" not in page


def test_a_mark_that_is_written_by_hand_is_no_roll(at_table, place):
    assert say(place, at_table, "alice", "[[roll 1]] 2").text == "[roll 1] 2"


def test_a_backslash_keeps_dice_as_text_and_so_does_a_block_of_code(at_table, place):
    post = say(place, at_table, "alice", "\\2d6\n```\n3d6\n```")
    assert post.rolls == [] and post.text == "2d6\n```\n3d6\n```"


def test_an_edit_keeps_what_the_post_said_before(at_table, place):
    post = say(place, at_table, "alice", "처음 말")
    at_table.client("alice").post(at_table.address(f"posts/{post.code}/edit/"), {"text": "다음 말"})
    history = at_table.client("eve").get(at_table.address(f"posts/{post.code}/history/")).text
    assert history.index("처음 말") < history.index("다음 말")
    assert (
        at_table.client("bob").post(at_table.address(f"posts/{post.code}/edit/"), {"text": "남의 말"}).status_code
        == 403
    )
    assert (
        at_table.client("gm").post(at_table.address(f"posts/{post.code}/edit/"), {"text": "남의 말"}).status_code == 422
    )


def test_a_withdrawn_post_can_be_put_back(at_table, place):
    post = declare(place, at_table)
    for fields, gone in (({}, True), ({"back": "1"}, False)):
        at_table.client("alice").post(at_table.address(f"posts/{post.code}/withdraw/"), fields)
        post.refresh_from_db()
        assert (post.withdrawn_at is not None) is gone
        assert open_owings(at_table.campaign).exists() is not gone


def test_who_goes_on_does_so_where_he_has_read_to(at_table, place):
    def offered(who):
        page = at_table.client(who).get(at_table.address(f"threads/{place.code}/")).text
        posts = re.findall(r'<article class="post[^>]* id="post-(\w+)">(.*?)</article>', page, re.S)
        return [code for code, inside in posts if "이어 선언하기" in inside]

    root = declare(place, at_table)
    first = say(place, at_table, "gm", "아무것도 없다", "answer", to=root)
    assert (offered("alice"), offered("bob"), offered("gm")) == ([first.code], [], [])
    say(place, at_table, "alice", "다가간다", "follow_up", to=root)
    assert offered("alice") == []
    second = say(place, at_table, "gm", "열린다", "answer", to=root)
    assert offered("alice") == [second.code]
    page = at_table.client("alice").get(at_table.address(f"threads/{place.code}/"), {"to": second.code}).text
    assert f'name="to" value="{root.code}"' in page
    writing.withdraw(root, at_table.seats["alice"])
    assert offered("alice") == []


def test_declaration_answer_follow_up_as_often_as_the_war_allows(at_table, place):
    PostRules.objects.create(campaign=at_table.campaign, follow_ups=1)
    root = declare(place, at_table)
    assert tried(place, at_table, "alice", "이어서", "follow_up", to=root) == Refused("waits")
    say(place, at_table, "gm", "보인다", "answer", to=root)
    assert tried(place, at_table, "bob", "나도", "follow_up", to=root) == Refused("not_yours")
    say(place, at_table, "alice", "다가간다", "follow_up", to=root)
    say(place, at_table, "gm", "배다", "answer", to=root)
    assert tried(place, at_table, "alice", "한 번 더", "follow_up", to=root) == Refused("too_many_follow_ups", most=1)


@pytest.mark.parametrize("kind", ["answer", "result"])
def test_players_write_no_answers_and_no_results(at_table, place, kind):
    root = declare(place, at_table)
    assert tried(place, at_table, "bob", "내가 답한다", kind, to=root) == Refused("kind")


def test_an_answer_is_for_whom_the_declaration_was_and_for_who_declared(at_table, place):
    root = declare(place, at_table, "alice", to_names=("bob",))
    answer = say(place, at_table, "gm", "둘만 안다", "answer", to=root)
    reads = {
        who for who in ("alice", "bob", "eve", "hana") if readable(at_table.seats[who]).filter(pk=answer.pk).exists()
    }
    assert reads == {"alice", "bob", "hana"}


def test_who_owes_a_word_is_told_to_those_who_read_what_it_is_about(at_table, place):
    declare(place, at_table, "bob", sealed=True)
    say(place, at_table, "gm", "다음 장면", "result", asks=("alice", "bob"))
    assert [(one.who, one.mine) for one in owed(at_table.seats["gm"])] == [("", True), ("alice, bob", False)]
    assert [(one.who, one.mine) for one in owed(at_table.seats["alice"])] == [("alice", True), ("bob", False)]
    assert [(one.who, one.mine) for one in owed(at_table.seats["eve"])] == [("alice, bob", False)]


def test_a_word_that_was_asked_for_is_given_by_a_word_of_the_story_and_not_by_talk(at_table, place):
    say(place, at_table, "gm", "다음 장면", "result", asks=("alice",))
    say(place, at_table, "alice", "잠시만요", "ooc")
    assert len(owed(at_table.seats["alice"])) == 1
    declare(place, at_table, "alice")
    assert [one.who for one in owed(at_table.seats["alice"])] == [""]


def test_the_table_may_let_a_debt_be(at_table, place):
    post = declare(place, at_table)
    at_table.client("gm").post(at_table.address(f"posts/{post.code}/settle/"))
    assert not Owing.objects.filter(settled_at=None).exists()


def test_in_a_closed_thread_nobody_writes_and_the_text_is_kept_as_a_draft(at_table, place):
    at_table.client("gm").post(
        at_table.address(f"threads/{place.code}/edit/"), {"title": "부두", "audience": "all", "closed": "on"}
    )
    answer = sent(at_table, place, "alice", "아직 할 말이 있다")
    assert answer.status_code == 422 and "초안" in answer.text
    assert at_table.seats["alice"].drafts.get().fields["text"] == "아직 할 말이 있다"
    there = {who: at_table.client(who).get(at_table.address(f"threads/{place.code}/")).text for who in ("alice", "bob")}
    assert "아직 할 말이 있다" in there["alice"] and "이어서 적기" not in there["alice"]
    assert "아직 할 말이 있다" not in there["bob"]


def test_a_thread_form_that_is_sent_twice_makes_one_thread(at_table):
    form = {"title": "밀담", "audience": "named", "readers": ["bob"], "arrival": "once"}
    for _ in range(2):
        assert at_table.client("alice").post(at_table.address("threads/new/"), form).status_code == 302
    made = Thread.objects.get()
    assert {seat.user.nickname for seat in made.readers.all()} == {"alice", "bob"}


@pytest.mark.parametrize("how", ["threads/new/", "threads/{}/edit/"])
def test_people_that_are_ticked_are_meant_though_everybody_was_left_chosen(at_table, place, how):
    form = {"title": "밀담", "audience": "all", "readers": ["bob"], "arrival": "once"}
    answer = at_table.client("gm").post(at_table.address(how.format(place.code)), form)
    assert answer.status_code == 422 and "사람을 골라 두었" in answer.text and 'value="bob" checked' in answer.text
    assert list(Thread.objects.values_list("title", "audience")) == [(place.title, "all")]


def test_a_thread_of_named_people_is_opened_to_everybody_by_one_choice(at_table):
    inside = thread(at_table, among=("bob",))
    form = {"title": inside.title, "audience": "all", "readers": ["bob"]}
    assert at_table.client("gm").post(at_table.address(f"threads/{inside.code}/edit/"), form).status_code == 302
    inside.refresh_from_db()
    assert inside.audience == "all"


def test_the_thread_leads_to_its_scene_and_the_gm_to_old_logs(at_table):
    scene = days.new_scene(at_table.campaign, state="open", title="부두")
    inside = thread(at_table, scene=scene)
    page = at_table.client("bob").get(at_table.address(f"threads/{inside.code}/")).text
    assert f'href="{at_table.address(f"scenes/{scene.code}/")}"' in page
    old = at_table.address("log/bring/")
    assert [old in at_table.client(who).get(at_table.address("threads/")).text for who in ("gm", "bob")] == [
        True,
        False,
    ]


def test_a_message_for_named_people_needs_people(at_table, place):
    assert sent(at_table, place, "alice", "쉿", audience="named").status_code == 422
    assert sent(at_table, place, "alice", "쉿", audience="named", readers=["bob"]).status_code == 302
    assert sent(at_table, place, "alice", "진행자님", audience="table").status_code == 302
    assert readable(at_table.seats["bob"]).count() == 1 and readable(at_table.seats["gm"]).count() == 2


def test_who_takes_a_seat_over_reads_what_its_holder_could_and_the_names_stay(at_table, place):
    whisper = say(place, at_table, "gm", "너에게만", to_names=("alice",))
    sealed = declare(place, at_table, "alice", sealed=True)
    answer = say(place, at_table, "gm", "그렇다", "answer", to=sealed)
    carol = seats.hand_over(at_table.seats["alice"], User.objects.create_user(None, nickname="carol"))
    assert {whisper.pk, sealed.pk, answer.pk} <= set(readable(carol).values_list("pk", flat=True))
    assert Post.objects.get(pk=sealed.pk).seat.user.nickname == "alice"
    assert isinstance(say_as(place, carol, sealed), Post)


def say_as(place, seat, to):
    return writing.write(place, seat, writing.Words(kind="follow_up", text="이어서", to=to), "taken over")


def test_what_is_written_to_a_bad_address_or_by_nobody_is_no_fault_of_ours(at_table, place):
    for who, status in (("eve", 403), ("mallory", 404)):
        assert sent(at_table, place, who, "나도").status_code == status
    assert sent(at_table, place, "gm", "답", to="0123456789", kind="answer").status_code == 422
    assert sent(at_table, place, "gm", "답", kind="nonsense", audience="side:x").status_code == 422
