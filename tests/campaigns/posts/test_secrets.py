"""I-6 in threads: what somebody may not read changes no byte that he gets, neither its words nor that it is there."""

import re

import pytest
from django.test import Client

from campaigns.models import Post, PostRules, Thread
from campaigns.posts import chronicle, fragments, in_chronicle, reading, writing
from campaigns.posts.owed import open_owings, owed, owed_in
from campaigns.posts.readable import readable, readable_threads, readers_of
from campaigns.posts.telling import seat_name
from tabletop import live
from tests.campaigns.posts.writing import declare, filled, say, thread
from tests.combat.war import War, war
from tests.pages import lasting

OTHERS = ("alice", "eve")
LISTS = (
    "threads/",
    "log/",
    "log/?kind=story",
    "log/?kind=declarations",
    "log/?kind=talk",
    "log/?filter=1",
    "posts/rules/",
    "",
)


def told(at_table: War) -> Thread:
    """What everybody reads of the war, the same in every telling."""
    place = thread(at_table, place="부두")
    say(place, at_table, "gm", "해무가 낀다.", "narration")
    say(place, at_table, "alice", "“누구냐.”", character=at_table.saber.code, voice="세이버")
    declare(place, at_table, "alice", "지붕에 오른다.")
    say(place, at_table, "bob", "1d1 창을 든다")
    return place


def hidden(at_table: War, place: Thread, words: str) -> None:
    """Everything that neither alice nor eve may read, said with these words."""
    sealed = declare(place, at_table, "bob", f"봉인 {words}", sealed=True)
    say(place, at_table, "gm", f"봉인된 답 {words}", "answer", to=sealed)
    writing.edit(sealed, at_table.seats["bob"], f"고친 봉인 {words} {words}")
    say(place, at_table, "bob", f"귓속말 {words}", to_names=())
    say(place, at_table, "gm", f"밥에게 {words}", "result", to_names=("bob",), asks=("bob",))
    say(place, at_table, "hana", f"진행자끼리 {words}", to_names=())
    say(place, at_table, "bob", f"봉인된 말 {words}", sealed=True)
    private = thread(at_table, f"밀담 {words}", among=("bob",), place=f"폐성당 {words}")
    say(private, at_table, "bob", f"“휴전이다. {words}”")
    declare(private, at_table, "bob", f"문을 잠근다 {words}")
    bob = browser(at_table, "bob")
    bob.post(at_table.address(f"threads/{place.code}/draft/"), filled(f"쓰다 만 글 {words}"))


def everything(at_table: War, who: str, place: Thread) -> list[tuple[str, int, str]]:
    """All that `who` gets: lists, the thread in all its windows, what its posts lead to, and what its stream would send."""
    client, seat = browser(at_table, who), at_table.seats[who]
    pages = [*LISTS, f"threads/{place.code}/"]
    for post in readable(seat).filter(thread=place).order_by("sequence")[1:3]:
        pages += [f"threads/{place.code}/?{word}={post.code}" for word in ("before", "after", "at")]
        pages += [f"posts/{post.code}/", f"posts/{post.code}/history/", f"posts/{post.code}/edit/"]
        pages.append(f"log/?before=p-{post.code}")
    got = [_got(client, at_table, page) for page in pages]
    assert {status for page, status, _ in got if "edit" not in page and "before" not in page} <= {200, 302}
    drawn = live.draw(fragments.audience(place, seat, reading.newest(place, seat).first, "ko"))
    asked = client.post(at_table.address(f"threads/{place.code}/preview/"), filled("**미리** 본다\n2d6"))
    return [
        *got,
        ("stream", 0, clean(str(drawn))),
        ("owed", 0, clean(str(owed(seat)))),
        ("preview", 0, clean(asked.text)),
    ]


def browser(at_table: War, who: str) -> Client:
    """Of somebody of this war; another one's cast has the same names."""
    client = Client()
    client.force_login(at_table.seats[who].user)
    return client


def _got(client: Client, at_table: War, page: str) -> tuple[str, int, str]:
    answer = client.get(at_table.address(page))
    return clean(page), answer.status_code, clean(answer.text + str(sorted(answer.headers.items())))


def clean(text: str) -> str:
    """Without what differs between two wars that tell the same: addresses, tokens, times, lengths of answers."""
    text = re.sub(r'arrival"( id="arrival")? value="[\w-]+|csrftoken=\w+', "·", lasting(text))
    text = re.sub(r"\b[0-9a-f]{10}\b|\b[0-9a-f]{16}\b", "·", text)
    text = re.sub(r"\('Content-Length', '\d+'\)|datetime\.datetime\([^)]*\)", "·", text)
    return re.sub(r'datetime="[^"]+"|\d+/\d+ \d\d:\d\d|\d\d:\d\d', "·", text)


def a_war(words: str | None, before: str | None = None) -> tuple[War, Thread]:
    at_table = war()
    place = told(at_table)
    if words is not None:
        hidden(at_table, place, words)
    say(place, at_table, "gm", "날이 밝는다.", "narration")
    return at_table, place


@pytest.mark.parametrize("who", OTHERS)
def test_what_others_hide_changes_no_byte(db, who):
    one, other = (everything(*(lambda w, t: (w, who, t))(*a_war(words))) for words in ("하나", "아주 다른 둘 **굵게**"))
    assert one == other


@pytest.mark.parametrize("who", OTHERS)
def test_that_there_is_anything_hidden_changes_no_byte(db, who):
    one, other = (everything(*(lambda w, t: (w, who, t))(*a_war(words))) for words in (None, "둘"))
    assert one == other


@pytest.mark.parametrize("who", OTHERS)
def test_what_a_secret_roll_came_to_changes_no_byte_but_for_its_author_and_the_table(db, who, monkeypatch):
    got = []
    for command in ("S1d1 하나", "Sx3 1d1000 아주 다른 말"):
        at_table, place = a_war(None)
        say(place, at_table, "bob", f"몰래 굴린다\n{command}")
        got.append(everything(at_table, who, place))
        for reader in ("bob", "gm"):
            assert "1D1" in browser(at_table, reader).get(at_table.address(f"threads/{place.code}/")).text
    assert got[0] == got[1]


def test_the_address_of_a_hidden_post_is_the_address_of_nothing(db):
    at_table, place = a_war("비밀")
    alice = at_table.client("alice")
    nothing = {rest: alice.get(at_table.address(f"posts/0123456789/{rest}")) for rest in ("", "edit/", "history/")}
    for post in Post.objects.exclude(pk__in=readable(at_table.seats["alice"]).values("pk")):
        for rest, told_of_nothing in nothing.items():
            answer = alice.get(at_table.address(f"posts/{post.code}/{rest}"))
            assert answer.status_code == told_of_nothing.status_code == 404
            assert clean(answer.text) == clean(told_of_nothing.text)
        for word in ("before", "after", "at"):
            assert alice.get(at_table.address(f"threads/{place.code}/?{word}={post.code}")).status_code == 404
        assert alice.get(at_table.address(f"log/?before=p-{post.code}")).status_code == 404
        assert alice.post(at_table.address(f"posts/{post.code}/withdraw/")).status_code == 404


def test_a_hidden_thread_is_not_there(db):
    at_table, _ = a_war("비밀")
    private = Thread.objects.get(audience="named")
    for rest in ("", "stream/", "edit/"):
        assert at_table.client("alice").get(at_table.address(f"threads/{private.code}/{rest}")).status_code == 404
    assert (
        at_table.client("alice").post(at_table.address(f"threads/{private.code}/write/"), filled("나도")).status_code
        == 404
    )


def test_a_filter_by_a_hidden_place_finds_what_a_made_up_one_finds(db):
    at_table, _ = a_war("비밀")
    alice = at_table.client("alice")
    hidden_place, made_up = (
        clean(alice.get(at_table.address(f"log/?place={p}")).text) for p in ("폐성당 비밀", "폐성당 없음")
    )
    assert hidden_place == made_up


@pytest.mark.parametrize("gm_reads", [True, False])
def test_told_are_those_who_read_and_nobody_else(db, gm_reads):
    """I-8: `readers_of`, which the bus is told by, and `readable`, which pages are made of, are one rule."""
    at_table, place = a_war("비밀")
    PostRules.objects.create(campaign=at_table.campaign, gm_reads_sealed=gm_reads)
    writing.open_sealed(place, Post.objects.filter(sealed=True, kind="ic").get())
    for post in Post.objects.select_related("thread", "campaign"):
        by_query = {seat.pk for seat in at_table.seats.values() if readable(seat).filter(pk=post.pk).exists()}
        assert {seat.pk for seat in readers_of(post)} == by_query, post.text


def test_the_bus_is_told_of_readers_only(db, monkeypatch, django_capture_on_commit_callbacks):
    at_table = war()
    place = thread(at_table)
    said = []
    monkeypatch.setattr(live, "publish", lambda topic, seats: said.append(set(seats)))
    names = {who: seat_name(seat.pk) for who, seat in at_table.seats.items()}
    with django_capture_on_commit_callbacks(execute=True):
        say(place, at_table, "bob", "모두에게")
        say(place, at_table, "bob", "앨리스에게", to_names=("alice",))
        sealed = declare(place, at_table, "bob", "봉인", sealed=True)
        writing.open_sealed(place, sealed)
    table = {names["gm"], names["hana"]}
    assert said == [
        set(names.values()),
        {names["bob"], names["alice"]} | table,
        {names["bob"]} | table,
        set(names.values()),
    ]


@pytest.mark.parametrize("gm_reads_sealed", [True, False])
def test_prepared_queries_find_for_every_seat_what_the_eye_lets_through(db, gm_reads_sealed):
    at_table, place = a_war("비밀")
    PostRules.objects.create(campaign=at_table.campaign, gm_reads_sealed=gm_reads_sealed)
    read = {}
    for who, seat in at_table.seats.items():
        seen = set(readable(seat).values_list("code", flat=True))
        here = set(readable(seat).filter(thread=place).values_list("code", flat=True))
        read[who] = seen
        assert {post.code for post in in_chronicle.NEWEST[""].all(seat)} == seen
        assert {post.code for post in reading.newest(place, seat).posts} == here
        about = open_owings(at_table.campaign).filter(post__code__in=here).values_list("pk", flat=True)
        assert {one.pk for one in owed_in(place, seat)} == set(about)
    assert read["alice"] < read["bob"] and (read["bob"] <= read["gm"]) == gm_reads_sealed


def test_where_the_gm_reads_no_sealed_posts_he_sees_by_whom_they_are_and_no_word(db):
    at_table = war()
    PostRules.objects.create(campaign=at_table.campaign, gm_reads_sealed=False)
    place = thread(at_table)
    declare(place, at_table, "bob", "아무도 모르는 말", sealed=True)
    page = at_table.client("gm").get(at_table.address(f"threads/{place.code}/")).text
    assert "아무도 모르는" not in page and "bob" in page
    at_table.client("gm").post(at_table.address(f"threads/{place.code}/open/"))
    assert "아무도 모르는 말" in at_table.client("eve").get(at_table.address(f"threads/{place.code}/")).text


def test_an_opened_post_stands_where_it_was_written_and_its_answer_opens_with_it(db):
    at_table = war()
    place = thread(at_table)
    first = say(place, at_table, "alice", "먼저")
    sealed = declare(place, at_table, "bob", "몰래 간다", sealed=True)
    answer = say(place, at_table, "gm", "간다", "answer", to=sealed)
    last = say(place, at_table, "alice", "나중")
    seen = reading.newest(place, at_table.seats["eve"])
    assert [post.pk for post in seen.posts] == [first.pk, last.pk]
    assert answer in readable(at_table.seats["bob"])
    writing.open_sealed(place, sealed)
    assert [post.pk for post in reading.newest(place, at_table.seats["eve"]).posts] == [
        first.pk,
        sealed.pk,
        answer.pk,
        last.pk,
    ]


def test_a_withdrawn_post_keeps_its_place_and_its_roll_and_loses_its_words(db):
    at_table = war()
    place = thread(at_table)
    post = say(place, at_table, "bob", "없던 말\n1d1")
    writing.edit(post, at_table.seats["bob"], "고친 말\n\n[[roll 1]]")
    writing.withdraw(post, at_table.seats["bob"])
    page = at_table.client("alice").get(at_table.address(f"threads/{place.code}/")).text
    assert "말" not in re.sub(r"<[^>]*>", "", page.partition('role="log"')[2].partition("</section>")[0])
    assert "(1D1)" in page
    assert at_table.client("alice").get(at_table.address(f"posts/{post.code}/history/")).status_code == 404
    assert "없던" not in at_table.client("alice").get(at_table.address("log/")).text
    assert at_table.client("gm").get(at_table.address(f"posts/{post.code}/history/")).status_code == 200


def test_who_leaves_a_thread_s_readers_reads_nothing_of_it_any_more(db):
    at_table = war()
    private = thread(at_table, among=("alice", "bob"))
    mine = say(private, at_table, "alice", "내 말")
    private.readers.remove(at_table.seats["alice"])
    assert mine not in readable(at_table.seats["alice"])
    assert private not in readable_threads(at_table.seats["alice"])


def test_a_planned_scene_is_named_to_nobody_but_the_table(db):
    from campaigns.models import Day, Scene

    at_table = war()
    day = Day.objects.create(campaign=at_table.campaign, number=7, name="비밀의 날")
    scene = Scene.objects.create(campaign=at_table.campaign, day=day, number=1, state="planned")
    place = thread(at_table, scene=scene)
    say(place, at_table, "gm", "열린 글")
    for rest in ("threads/", f"threads/{place.code}/", "log/?filter=1", "threads/new/"):
        assert "비밀의 날" not in at_table.client("alice").get(at_table.address(rest)).text
    assert "비밀의 날" in at_table.client("gm").get(at_table.address(f"threads/{place.code}/")).text


def test_every_source_of_the_chronicle_is_asked_as_the_reader(db):
    at_table, _ = a_war("비밀")
    page = chronicle.read(at_table.seats["eve"], chronicle.Wanted())
    assert page is not None and page.entries
    assert all("비밀" not in html for html in chronicle.drawn(page.entries, at_table.seats["eve"]))
    for entry in page.entries:
        assert "비밀" not in str(list(chronicle.SOURCES[entry.rank].tell(at_table.seats["eve"], [entry.row])))


def test_where_the_gm_reads_no_sealed_posts_he_reads_them_with_nobody_elses_eyes_either(db):
    at_table = war()
    PostRules.objects.create(campaign=at_table.campaign, gm_reads_sealed=False)
    place = thread(at_table)
    declare(place, at_table, "bob", "아무도 모르는 말", sealed=True)
    bob = at_table.seats["bob"].pk
    own = at_table.address()
    pages = ["log/", "search/?q=모르는", f"threads/{place.code}/", f"session-log/?pick=thread:{place.code}", ""]
    for who in ("gm", "hana"):
        for page in pages:
            answer = at_table.client(who).get(at_table.address("as/"), {"seat": bob, "page": own + page})
            assert "아무도 모르는" not in answer.text, page
        lent = at_table.client(who).get(at_table.address(f"session-log/?reader={bob}&pick=thread:{place.code}"))
        assert lent.status_code == 404


@pytest.mark.parametrize("where", ["threads/", "threads/{}/", "deadlines/"])
def test_with_somebody_else_s_eyes_nobody_sees_what_he_has_not_said(db, where):
    at_table = war()
    place = thread(at_table)
    say(place, at_table, "bob", "“휴전이다.”")

    def seen():
        asked = {"seat": at_table.seats["bob"].pk, "page": at_table.address(where.format(place.code))}
        answer = at_table.client("gm").get(at_table.address("as/"), asked)
        assert answer.status_code == 200 and 'class="as-frame"' in answer.text
        return clean(answer.text)

    before, bob = seen(), at_table.client("bob")
    for text in ("쓰다 만 글", "다른 기기에서 쓰다 만 글"):
        bob.post(at_table.address(f"threads/{place.code}/draft/"), filled(text))
    bob.post(at_table.address("deadlines/word/"), {"text": "맡겨 둔 말"})
    assert seen() == before


def test_the_promise_of_a_seal_ends_only_once_what_was_sealed_under_it_is_open(db):
    at_table = war()
    PostRules.objects.create(campaign=at_table.campaign, gm_reads_sealed=False)
    place = thread(at_table)
    sealed = declare(place, at_table, "bob", "아무도 모르는 말", sealed=True)
    wanted = {"follow_ups": 3, "gm_reads_sealed": "on"}
    client, address = at_table.client("gm"), at_table.address("posts/rules/")
    assert client.post(address, wanted).status_code == 422
    assert "아무도 모르는" not in client.get(at_table.address(f"threads/{place.code}/")).text
    writing.open_sealed(place, sealed)
    assert client.post(address, wanted).status_code == 302
