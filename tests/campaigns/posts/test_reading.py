"""Reading: threads in pages, drafts on every device, previews, the chronicle and its filters, and the live channel."""

import re
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns import seats
from campaigns.models import Day, Draft, Post, PostRules, Scene
from campaigns.posts import drafts, fragments, in_chronicle, reading, writing
from campaigns.posts.chronicle import SOURCES, Span, Wanted, read
from campaigns.posts.readable import told_of
from characters.knowledge import giving
from tabletop import live
from tabletop.fragments import changed, everything
from tests.boardgames.tables import play_dominate
from tests.campaigns.posts.writing import declare, filled, say, thread
from tests.combat.war import battle, war


@pytest.fixture
def at_table(db):
    return war()


@pytest.fixture
def place(at_table):
    return thread(at_table)


def many(at_table, place, count, **fields):
    """Posts as an import brings them in: all of the same time."""
    start = place.posts.count()
    at = timezone.now() - timedelta(days=1)
    seat = at_table.seats["alice"]
    Post.objects.bulk_create(
        Post(campaign=at_table.campaign, thread=place, sequence=start + n + 1, seat=seat, owner=seat, at=at)
        for n in range(count)
    )
    Post.objects.filter(thread=place, text="").update(text="글", kind="ic", **fields)


def test_a_thread_is_read_in_pages_whose_bookmarks_are_posts(at_table, place):
    many(at_table, place, 95)
    seat, seen = at_table.seats["eve"], []
    window = reading.newest(place, seat)
    while window.posts:
        seen = [post.sequence for post in window.posts] + seen
        window = reading.before(place, seat, window.posts[0])
    assert seen == list(range(1, 96))
    middle = place.posts.get(sequence=50)
    assert middle in reading.around(place, seat, middle).posts
    assert [post.sequence for post in reading.after(place, seat, middle).posts] == list(range(51, 91))


def test_a_post_s_address_leads_to_its_place(at_table, place):
    many(at_table, place, 95)
    post = place.posts.get(sequence=7)
    answer = at_table.client("eve").get(at_table.address(f"posts/{post.code}/"), follow=True)
    assert f'id="post-{post.code}"' in answer.text


@pytest.mark.parametrize("who", ["alice", "gm"])
def test_pages_ask_little_and_no_more_in_a_long_war(at_table, place, who):
    day = Day.objects.create(campaign=at_table.campaign, number=1)
    place.scene = Scene.objects.create(campaign=at_table.campaign, day=day, number=1, state="open")
    place.save()
    giving.fact_about(at_table.lancer, "true_name")
    knower = giving.Knower(seat=at_table.seats["alice"].pk)
    giving.give(at_table.campaign, at_table.lancer, knower, "battle", 3, reason="", by=at_table.seats["gm"].user)
    play_dominate(at_table)
    battle(at_table, "끝나지 않은 싸움", slots=3)
    client, asked = at_table.client(who), {}
    for size in (1, 12):
        for n in range(size):
            root = declare(place, at_table, "alice", f"선언 {n}", to_names=("bob",))
            say(place, at_table, "gm", "1d6 답", "answer", to=root)
            say(place, at_table, "alice", "말", character=at_table.saber.code, voice="세이버")
        battle(at_table, f"싸움 {size}")
        for page in (
            "threads/",
            f"threads/{place.code}/",
            "log/",
            "log/?filter=1",
            f"log/?who=c:{at_table.saber.code}",
        ):
            address = at_table.address(page)
            client.get(address)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address).status_code == 200
            asked.setdefault(page, []).append(len(queries))
    assert {page: counts for page, counts in asked.items() if max(counts) > 15} == {}
    assert all(counts[1] <= counts[0] + 2 for counts in asked.values()), asked


def kept_of(at_table, place, who="alice"):
    return [draft.text for draft in drafts.kept(place, at_table.seats[who])]


def test_a_draft_waits_on_every_device_until_it_is_posted(at_table, place):
    client = at_table.client("alice")
    form = filled("쓰다 만 글", kind="declaration", sealed="on")
    assert client.post(at_table.address(f"threads/{place.code}/draft/"), form).status_code == 200
    page = at_table.client("alice").get(at_table.address(f"threads/{place.code}/")).text
    assert "쓰다 만 글" in page and 'value="declaration" selected' in page
    assert "초안" in client.get(at_table.address("threads/")).text
    assert "쓰다 만 글" not in at_table.client("gm").get(at_table.address(f"threads/{place.code}/")).text
    client.post(at_table.address(f"threads/{place.code}/write/"), form)
    assert not Draft.objects.exists()
    client.post(at_table.address(f"threads/{place.code}/draft/"), form)
    assert not Draft.objects.exists(), "a late copy of what was posted"


@pytest.mark.parametrize(("typed", "kept"), [("첫 글 다음 글", "다음 글"), ("다른 글", "다른 글"), ("첫 글", None)])
@pytest.mark.parametrize("overtakes", [False, True])
def test_a_draft_made_while_a_post_is_on_its_way_is_what_was_typed_since(at_table, place, typed, kept, overtakes):
    client, form = at_table.client("alice"), filled("첫 글")
    since = form | {"text": typed, "ahead": form["arrival"], "ahead_text": "첫 글"}
    steps = [(form, "write"), (since, "draft")]
    for said, where in reversed(steps) if overtakes else steps:
        client.post(at_table.address(f"threads/{place.code}/{where}/"), said)
    assert kept_of(at_table, place) == [kept] * bool(kept)
    assert Post.objects.get().text == "첫 글"


def test_nothing_of_a_post_stays_a_draft_that_was_sent_once_more_after_the_first_try_was_lost(at_table, place):
    client, form = at_table.client("alice"), filled("첫 글 다음 글")
    tried_before = form | {"ahead": form["arrival"], "ahead_text": "첫 글"}
    client.post(at_table.address(f"threads/{place.code}/draft/"), tried_before)
    client.post(at_table.address(f"threads/{place.code}/write/"), form)
    assert Post.objects.get().text == "첫 글 다음 글"
    assert not Draft.objects.exists()


def test_what_was_typed_since_is_kept_however_the_post_was_tidied(at_table, place):
    client, form = at_table.client("alice"), filled("\n첫\x01 글  \n")
    since = form | {"text": form["text"] + "다음 글", "ahead": form["arrival"], "ahead_text": form["text"]}
    for said, where in ((since, "draft"), (form, "write")):
        client.post(at_table.address(f"threads/{place.code}/{where}/"), said)
    assert kept_of(at_table, place) == ["다음 글"]


def test_a_late_draft_does_not_bring_back_what_was_posted_next(at_table, place):
    client, first, second = at_table.client("alice"), filled("첫 글"), filled("다음 글")
    for form in (first, second):
        client.post(at_table.address(f"threads/{place.code}/write/"), form)
    # made while the answer to the first was being put in place, and slower than the second
    late = second | {"text": "첫 글 다음 글", "ahead": first["arrival"], "ahead_text": "첫 글"}
    client.post(at_table.address(f"threads/{place.code}/draft/"), late)
    assert not Draft.objects.exists()


class Form:
    """The composer as a device has it open, filled in and sent as its page does."""

    def __init__(self, at_table, place, who="alice", find=""):
        self.client, self.place = at_table.client(who), at_table.address(f"threads/{place.code}/")
        self.page = self.client.get(self.place, {"draft": find} if find else {}).text
        self.hidden = dict(re.findall(r'name="(arrival|over)" id="\w+" value="([^"]*)"', self.page))

    def send(self, text, where="draft", **said):
        answer = self.client.post(
            f"{self.place}{where}/", filled(text, **self.hidden, **said), headers={"HX-Request": "true"}
        )
        self.hidden |= dict(re.findall(r'name="(arrival|over)" id="\w+" value="([^"]*)"', answer.text))
        return answer.text


def test_two_devices_that_write_in_one_thread_keep_a_draft_each(at_table, place):
    phone, desk = Form(at_table, place), Form(at_table, place)
    phone.send("손전화로 쓰던 긴 글")
    desk.send("책상에서 쓰던 글")
    assert kept_of(at_table, place) == ["책상에서 쓰던 글", "손전화로 쓰던 긴 글"]
    assert "손전화로 쓰던 긴 글" in desk.send("책상에서 쓰던 글", "write"), "offered as soon as the other one is posted"
    again = Form(at_table, place)
    assert ">손전화로 쓰던 긴 글</textarea>" in again.page
    again.send("손전화로 쓰던 긴 글", "write")
    assert not Draft.objects.exists()


def test_a_draft_that_a_device_goes_on_with_is_one_draft_until_the_other_device_writes_on_too(at_table, place):
    phone = Form(at_table, place)
    phone.send("처음 쓴 글")
    desk = Form(at_table, place)
    desk.send("다르게 고친 글")
    assert kept_of(at_table, place) == ["다르게 고친 글"]
    third = Form(at_table, place)
    phone.send("처음 쓴 글에 한 줄 더")
    third.send("셋째 글", "write")
    assert kept_of(at_table, place) == ["처음 쓴 글에 한 줄 더"]


def test_a_draft_that_was_changed_elsewhere_outlives_a_post_of_what_it_was(at_table, place):
    phone = Form(at_table, place)
    phone.send("처음 쓴 글")
    desk = Form(at_table, place)
    phone.send("전혀 다른 글")
    desk.send("처음 쓴 글과 그 뒤", "write")
    assert kept_of(at_table, place) == ["전혀 다른 글"]


def test_the_beginning_of_what_was_posted_is_no_draft_any_more(at_table, place):
    lost, desk = Form(at_table, place), Form(at_table, place)
    lost.send("부두에 내려 등불을 하나씩 켠다. 그리고")
    desk.send("부두에 내려 등불을 하나씩 켠다. 그리고 기다린다", "write")
    assert not Draft.objects.exists()


def test_a_short_word_that_begins_like_a_post_may_be_another_one(at_table, place):
    phone, desk = Form(at_table, place), Form(at_table, place)
    phone.send("네")
    desk.send("네, 알겠습니다. 부두에서 뵙지요.", "write")
    assert kept_of(at_table, place) == ["네"]


def test_who_takes_a_seat_over_goes_on_with_all_that_was_half_written_there(at_table, place):
    alice, bob = at_table.seats["alice"], at_table.seats["bob"]
    for number in range(3):
        drafts.keep(place, alice, {"text": f"{number}번째"}, f"form {number}")
    drafts.keep(place, bob, {"text": "들불의 글"}, "form of bob")
    seats.hand_over(alice, bob.user)
    assert kept_of(at_table, place, "bob") == ["들불의 글", "2번째", "1번째", "0번째"]


def test_what_was_typed_while_a_post_was_on_its_way_goes_on_in_the_next_form(at_table, place):
    phone = Form(at_table, place)
    sent = phone.hidden["arrival"]
    overtakes = {"ahead": sent, "ahead_text": "첫 글"}
    phone.client.post(f"{phone.place}draft/", filled("첫 글 다음", **phone.hidden, **overtakes))
    phone.send("첫 글", "write")
    assert kept_of(at_table, place) == ["다음"]
    phone.send("다른 다음 글")
    assert kept_of(at_table, place) == ["다른 다음 글"]
    phone.send("또 다른 글", "write")
    assert not Draft.objects.exists()


def test_a_text_that_was_refused_since_its_form_was_posted_is_one_draft(at_table, place):
    phone = Form(at_table, place)
    first = dict(phone.hidden)
    phone.send("첫 글", "write")
    phone.hidden = first  # its answer was lost
    phone.send("첫 글을 고쳐", ahead=first["arrival"], ahead_text="첫 글")
    assert "이미 올라갔습니다" in phone.send("첫 글을 고쳐 쓴다", "write")
    assert kept_of(at_table, place) == ["첫 글을 고쳐 쓴다"]


def test_more_drafts_than_anybody_writes_take_the_place_of_the_oldest(at_table, place, monkeypatch):
    monkeypatch.setattr(drafts, "MOST", 3)
    for number in range(5):
        drafts.keep(place, at_table.seats["alice"], {"text": f"{number}번째"}, f"form {number}")
    assert kept_of(at_table, place) == ["4번째", "3번째", "2번째"]
    drafts.keep(place, at_table.seats["alice"], {"text": "4번째 글"}, "form 4")
    assert kept_of(at_table, place) == ["4번째 글", "3번째", "2번째"]


def test_another_draft_is_gone_on_with_or_thrown_away_from_the_thread(at_table, place):
    one, two = Form(at_table, place), Form(at_table, place)
    one.send("하나", kind="narration")
    two.send("둘")
    page = Form(at_table, place).page
    mark = re.search(r'href="\?draft=(\w+)#write"', page)[1]
    assert ">둘</textarea>" in page and "하나" in page
    other = Form(at_table, place, find=mark)
    assert ">하나</textarea>" in other.page and f'value="{mark}"' in other.page
    throw = {"away": drafts.kept(place, at_table.seats["alice"])[0].mark}
    assert other.client.post(f"{other.place}draft/", throw).status_code == 302
    assert kept_of(at_table, place) == ["하나"]
    at_table.client("bob").post(f"{other.place}draft/", {"away": mark})
    assert kept_of(at_table, place) == ["하나"], "nobody throws away what is not his"


def test_who_goes_back_to_one_draft_a_thread_finds_all_texts_in_it(at_table, place):
    for who, text in (("alice", "하나"), ("bob", "다섯"), ("alice", "둘"), ("alice", "셋")):
        drafts.keep(place, at_table.seats[who], {"text": text}, f"form {text}")
    import_module("campaigns.migrations.0013_a_draft_a_form").join(apps, None)
    assert kept_of(at_table, place) == ["셋\n\n둘\n\n하나"] and kept_of(at_table, place, "bob") == ["다섯"]


def test_a_draft_counts_line_breaks_as_the_page_does_and_keeps_its_end(at_table, place):
    form = filled("가나다라마\r\n" * 3_000 + "끝")
    at_table.client("alice").post(at_table.address(f"threads/{place.code}/draft/"), form)
    assert kept_of(at_table, place) == ["가나다라마\n" * 3_000 + "끝"]


@pytest.mark.parametrize("where", ["draft", "write"])
def test_a_draft_holds_nothing_that_a_database_does_not(at_table, place, where):
    form = filled("글", readers=["a\0b"], asks=["\0"], name="\0", ahead="\0", ahead_text="\0")
    answer = at_table.client("alice").post(at_table.address(f"threads/{place.code}/{where}/"), form)
    assert answer.status_code == (422 if where == "write" else 200)
    fields = Draft.objects.get().fields
    assert "\0" not in str(fields.values()) and fields["readers"] == ["ab"]


@pytest.mark.parametrize("mark", ["before=%00", "at=%00", "after=%00", "to=%00"])
def test_a_mark_in_a_thread_s_address_that_no_database_holds_is_none(at_table, place, mark):
    say(place, at_table, "alice", "글")
    assert at_table.client("eve").get(at_table.address(f"threads/{place.code}/?{mark}")).status_code in {200, 404}


@pytest.mark.parametrize("letter", [source.letter for source in SOURCES])
def test_a_bookmark_that_no_database_holds_leads_nowhere(at_table, letter):
    assert at_table.client("eve").get(at_table.address(f"log/?before={letter}-%00")).status_code == 404


def test_a_post_is_taken_whatever_its_form_says_of_places_in_the_thread(at_table, place):
    client, address = at_table.client("alice"), at_table.address(f"threads/{place.code}/write/?from=%00")
    answer = client.post(address, filled("글", to="\0"), headers={"HX-Request": "true"})
    assert answer.status_code in {200, 422}
    assert client.post(address, filled("글"), headers={"HX-Request": "true"}).headers["X-Posted"] == "1"


def test_an_emptied_draft_is_gone(at_table, place):
    seat = at_table.seats["alice"]
    assert drafts.keep(place, seat, {"text": "글"}, "form")
    assert not drafts.keep(place, seat, {"text": "  "}, "form")
    assert not Draft.objects.exists()


def test_a_preview_shows_the_post_and_rolls_nothing(at_table, place):
    page = at_table.client("alice").post(
        at_table.address(f"threads/{place.code}/preview/"), filled("**굵게**\n2d6+3\n999d6")
    )
    assert "<strong>굵게</strong>" in page.text and "(2D6+3)" in page.text and "200" in page.text
    assert not Post.objects.exists()
    huge = at_table.client("alice").post(at_table.address(f"threads/{place.code}/preview/"), filled("가" * 20_001))
    assert huge.status_code == 422


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "![x](https://e.x/y.png)",
        "[x](javascript:alert(1))",
        "<img src=x onerror=y>",
        "<b onclick=x>",
    ],
)
def test_no_markup_of_a_post_reaches_a_reader(at_table, place, text):
    say(place, at_table, "alice", text)
    html = at_table.client("bob").get(at_table.address(f"threads/{place.code}/")).text.partition('role="log"')[2]
    posts = html.partition("</section>")[0]
    for word in ("<script", "<img", 'href="javascript', "<b onclick"):
        assert word not in posts


def drawn(at_table, place, who):
    return live.draw(fragments.audience(place, at_table.seats[who], place.posts.first(), "ko"))


def test_a_new_post_travels_alone(at_table, place):
    say(place, at_table, "alice", "하나")
    last = say(place, at_table, "alice", "둘")
    before = drawn(at_table, place, "bob")
    new = say(place, at_table, "alice", "셋")
    sent = changed(before, drawn(at_table, place, "bob"))
    assert list(sent) == [f"after-{last.code}"]
    assert f"post-{new.code}" in sent[f"after-{last.code}"] and "하나" not in sent[f"after-{last.code}"]


def test_a_hidden_post_travels_not_at_all_and_an_opened_one_to_its_place(at_table, place):
    first = say(place, at_table, "alice", "하나")
    before = drawn(at_table, place, "alice")
    sealed = declare(place, at_table, "bob", sealed=True)
    assert drawn(at_table, place, "alice") == before
    writing.open_sealed(place, sealed)
    after = changed(before, drawn(at_table, place, "alice"))
    assert list(after) == ["owing", f"after-{first.code}"]  # the declaration waits for the GM's answer, too


def test_the_page_and_the_first_frame_of_its_stream_are_the_same_bytes(at_table, place):
    say(place, at_table, "alice", "하나\n1d6")
    declare(place, at_table, "alice")
    page = at_table.client("bob").get(at_table.address(f"threads/{place.code}/")).text
    assert everything(drawn(at_table, place, "bob"))["after-top"] in page


def test_a_post_sent_by_a_page_is_answered_with_what_is_new(at_table, place):
    first = say(place, at_table, "bob", "하나")
    answer = at_table.client("alice").post(
        at_table.address(f"threads/{place.code}/write/?from={first.code}"), filled("둘"), headers={"HX-Request": "true"}
    )
    assert answer["X-Posted"] and "둘" in answer.text and 'id="arrival"' in answer.text
    assert answer["Cache-Control"] == "private, no-store"


def test_the_chronicle_tells_posts_fights_and_games_the_latest_first(at_table, place):
    first = say(place, at_table, "alice", "해가 진다")
    fight, game = battle(at_table), play_dominate(at_table)
    page = at_table.client("eve").get(at_table.address("log/")).text
    places = [page.index(code) for code in (game.code, fight.code, first.code)]
    assert places == sorted(places)


def test_the_chronicle_goes_on_over_pages_though_all_is_of_the_same_time(at_table, place):
    many(at_table, place, 130)
    battle(at_table)
    seat, codes, bookmark = at_table.seats["eve"], [], ""
    while (page := read(seat, Wanted(), bookmark)) and page.entries:
        codes += [entry.code for entry in page.entries]
        bookmark = page.before
        if not bookmark:
            break
    assert len(codes) == len(set(codes)) == 131


def test_the_chronicle_is_filtered_by_kind_person_place_and_scene(at_table):
    day = Day.objects.create(campaign=at_table.campaign, number=1)
    scene = Scene.objects.create(campaign=at_table.campaign, day=day, number=1, state="open")
    here, there = thread(at_table, "여기", place="부두", scene=scene), thread(at_table, "저기", place="성당")
    saber = {"character": at_table.saber.code, "voice": "세이버"}
    say(here, at_table, "alice", "부두의 말", **saber)
    say(there, at_table, "alice", "성당의 말", **saber)
    say(there, at_table, "bob", "밥의 잡담", "ooc")
    say(there, at_table, "gm", "가면의 말", voice="가면")
    client = at_table.client("eve")
    wanted = {
        "kind=talk": {"밥의 잡담"},
        f"who=c:{at_table.saber.code}": {"부두의 말", "성당의 말"},
        "who=s:bob": {"밥의 잡담"},
        "who=s:gm": set(),  # who speaks under another name is not found under his own
        "place=부두": {"부두의 말"},
        f"scene={scene.code}": {"부두의 말"},
        "kind=nonsense&who=x:y&place=nowhere": {"부두의 말", "성당의 말", "밥의 잡담", "가면의 말"},
    }
    for query, words in wanted.items():
        page = client.get(at_table.address(f"log/?{query}")).text
        assert {one for one in ("부두의 말", "성당의 말", "밥의 잡담", "가면의 말") if one in page} == words, query


def test_the_chronicle_stands_in_order_whichever_of_its_sources_fills_a_page(at_table, place):
    """A source is not asked for what is older than the page that others have filled."""
    many(at_table, place, 100)
    now = timezone.now()
    for n, post in enumerate(place.posts.order_by("pk")):
        post.at = now - timedelta(hours=n)
        post.save()
    fights = [battle(at_table, f"싸움 {n}") for n in range(4)]
    for fight, hours in zip(fights, (0, 38.5, 39, 70), strict=True):
        type(fight).objects.filter(pk=fight.pk).update(at=now - timedelta(hours=hours))
    seat, bookmark, found = at_table.seats["eve"], "", []
    while page := read(seat, Wanted(), bookmark):
        found += [(entry.at, entry.code) for entry in page.entries]
        if not (bookmark := page.before):
            break
    assert len(found) == 104 and [at for at, _ in found] == sorted((at for at, _ in found), reverse=True)
    assert [code for _, code in found if code in {fight.code for fight in fights}] == [fight.code for fight in fights]


def test_the_form_of_the_filters_stands_above_the_newest_entries_and_stays_there(at_table, place):
    many(at_table, place, 50)
    say(place, at_table, "alice", "해가 진다")
    client = at_table.client("eve")
    page = client.get(at_table.address("log/?filter=1")).text
    assert '<form class="filters"' in page and "해가 진다" in page
    older = page.partition('rel="next" href="')[2].partition('"')[0].replace("&amp;", "&")
    assert '<form class="filters"' in client.get(at_table.address(f"log/{older}")).text
    assert '<form class="filters"' not in client.get(at_table.address("log/")).text


def test_the_chronicle_says_what_a_roll_was_for_and_a_secret_one_only_to_its_own(at_table, place):
    say(place, at_table, "bob", "1d6 창고 문을 걷어찬다")
    say(place, at_table, "bob", "S1d6 안을 엿본다")
    told = {who: at_table.client(who).get(at_table.address("log/")).text for who in ("alice", "bob", "gm")}
    assert all("창고 문을 걷어찬다" in page for page in told.values())
    assert {who for who, page in told.items() if "엿본다" in page} == {"bob", "gm"}


def test_posts_of_a_character_are_found_by_their_index(at_table):
    if connection.vendor != "sqlite":
        pytest.skip("elsewhere a small table is read whole")
    said = in_chronicle.posts(at_table.seats["eve"], Wanted(character="x"), Span())
    assert "post_by_character" in said.explain()


@pytest.mark.parametrize("bookmark", ["x", "p-", "p-0123456789", "f-nothing", "9" * 99])
def test_a_bookmark_that_leads_nowhere_is_not_found(at_table, bookmark):
    assert at_table.client("eve").get(at_table.address(f"log/?before={bookmark}")).status_code == 404


def test_every_source_has_a_letter_of_its_own(at_table):
    assert len({source.letter for source in SOURCES}) == len(SOURCES)


# ---- who owes a word, while the page is open


def test_what_waits_comes_and_goes_on_a_page_that_stands(at_table, place):
    before = drawn(at_table, place, "bob")
    declare(place, at_table, "alice")
    waits = drawn(at_table, place, "bob")
    assert "owing" in changed(before, waits) and "hidden" not in waits["owing"].partition(">")[0]
    declaration = place.posts.get()
    say(place, at_table, "gm", "좋습니다.", "answer", to=declaration)
    assert "hidden" in drawn(at_table, place, "bob")["owing"].partition(">")[0]


def test_that_something_is_sealed_comes_to_who_opens_it_though_he_may_not_read_it(at_table, place):
    PostRules.objects.create(campaign=at_table.campaign, gm_reads_sealed=False)
    before = drawn(at_table, place, "gm")
    sealed = declare(place, at_table, "bob", sealed=True)
    assert list(changed(before, drawn(at_table, place, "gm"))) == ["owing"]
    assert at_table.seats["gm"] in told_of(sealed) and at_table.seats["alice"] not in told_of(sealed)


def test_a_page_that_has_grown_too_long_goes_on_after_its_last_post(at_table, place):
    for number in range(reading.LONGEST + 2):
        say(place, at_table, "alice", f"{number}")
    last = place.posts.order_by("sequence")[reading.LONGEST - 1]
    link = f'href="?after={last.code}"'
    assert link in drawn(at_table, place, "bob")[f"after-{last.code}"]
    page = at_table.client("bob").get(at_table.address(f"threads/{place.code}/?after={last.code}")).text
    assert f"<p>{reading.LONGEST}</p>" in page and "data-stream" in page
