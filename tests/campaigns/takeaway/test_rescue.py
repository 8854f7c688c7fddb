"""The rescue file: the whole war in one ZIP, and the same war out of it again."""

import difflib
import io
import re
import zipfile

import msgspec
import pytest
from django.apps import apps
from django.core.management import call_command
from django.urls import reverse

from campaigns.models import (
    Audience,
    Campaign,
    Draft,
    Invite,
    MapPicture,
    Post,
    PostKind,
    PostReader,
    PostRules,
    SeatLink,
    Thread,
    User,
)
from campaigns.posts.markup import ready
from campaigns.takeaway import rescue, restore, sealed, tables
from campaigns.takeaway.restore import Refused, Restored
from campaigns.takeaway.rows import has_code
from characters import sheets
from characters.models import Knowledge, Portrait
from characters.sheet import Who
from combat.models import StandingOrder
from tabletop import records
from tests.campaigns.table import client_of
from tests.combat.war import battle, plan, text_of, war
from tests.pictures import JPEG, photo

PNG = b"\x89PNG\r\n\x1a\n" + bytes(30)


def test_every_model_is_either_taken_along_or_left_for_a_reason() -> None:
    tables.ask_rooms()
    ours = {model._meta.label for model in apps.get_models() if not model.__module__.startswith("django.")}
    assert ours == tables.KEPT.keys() | tables.LEFT.keys()
    assert not tables.KEPT.keys() & tables.LEFT.keys()


def test_what_is_taken_along_points_to_nothing_that_is_left() -> None:
    kept = {model for model, _ in tables.tables()} | {User}
    for model, table in tables.tables():
        for field in tables.pointing(model):
            assert field.related_model in kept or field.null or field.name in table.without, field


def test_no_token_password_or_address_is_taken_along() -> None:
    for model, table in tables.tables():
        for field in tables.columns(model, table):
            assert not re.search("token|password|secret_key|webhook|discord|endpoint|mail", field.name), field


@pytest.fixture
def at_table(db):
    """A war in which something of everything has happened."""
    found = war()
    gm, alice, bob = (found.seats[name] for name in ("gm", "alice", "bob"))
    picture = Portrait.objects.create(character=found.saber, kind="image/png", data=PNG)
    hidden = msgspec.structs.replace(
        sheets.current(found.saber), portrait=picture.code, true_name="로엔", notes="배신", who={"true_name": Who.GM}
    )
    sheets.write(found.saber, hidden, gm.user, "written")
    battle(found)
    running = battle(found, "물가의 결투", slots=0)
    StandingOrder.objects.create(fight=running, combatant=found.saber.code, round=2, slots=[], by=alice.user)
    thread = Thread.objects.create(campaign=found.campaign, title="부두", seat=gm)
    for place, (seat, text, more) in enumerate(
        (
            (
                alice,
                "강을 **건넌다**.",
                {"voice": "세이버", "character": found.saber.code, "kind": PostKind.IN_CHARACTER},
            ),
            (gm, "귓속말", {"audience": Audience.NAMED}),
            (bob, "봉인한 선언", {"sealed": True, "kind": PostKind.DECLARATION}),
        ),
        1,
    ):
        said = {"kind": PostKind.OUT_OF_CHARACTER, "html": ready(text)} | more
        post = Post.objects.create(
            campaign=found.campaign,
            thread=thread,
            sequence=place,
            seat=seat,
            owner=seat,
            text=text,
            at=thread.at,
            **said,
        )
        if post.audience == Audience.NAMED:
            PostReader.objects.create(post=post, seat=alice)
    Draft.objects.create(thread=thread, seat=bob, fields={"text": "noch nicht", "readers": [str(alice.pk)]})
    SeatLink.objects.create(seat=alice, purpose="device", token_hash="f" * 64, ends_at=thread.at)
    return found


def written(campaign: Campaign) -> io.BytesIO:
    file = io.BytesIO()
    rescue.write(campaign, file)
    file.seek(0)
    return file


def again(file: io.BytesIO, gm: User) -> Campaign:
    done = restore.restore(file, gm)
    assert isinstance(done, Restored), done
    return Campaign.objects.get(pk=done.campaign)


def pages_of(campaign: Campaign) -> list[str]:
    fights = list(campaign.fights.order_by("pk").values_list("code", flat=True))
    characters = list(campaign.characters.order_by("pk").values_list("code", flat=True))
    threads = list(campaign.threads.order_by("pk").values_list("code", flat=True))
    names = ("campaign", "log", "sheets", "fights")
    return [
        *(reverse(name, args=(campaign.code,)) for name in names),
        *(
            reverse(name, args=(campaign.code, code))
            for code in characters
            for name in ("sheet", "sheet-versions", "sheet-take")
        ),
        *(
            reverse(name, args=(campaign.code, code))
            for code in fights
            for name in ("fight", "fight-text", "fight-stage")
        ),
        *(reverse("thread", args=(campaign.code, code)) for code in threads),
    ]


DIFFERENT = re.compile(
    r"""/people/\d+/|seat:\d+|thread:\d+|value="\d+"|"arrival" value="[^"]+"|"""
    r""""mono">[0-9A-F]{4}( [0-9A-F]{4})?|[0-9A-F]{4} [0-9A-F]{4}|>[0-9A-F]{4}<"""
)
"""Keys, and the fingerprints that a copy has of its own."""


def bytes_for(nickname: str, campaign: Campaign, order: list[str]) -> list[tuple[int, str]]:
    """What somebody gets of every page, but for addresses and keys, which differ by their nature."""
    seat = campaign.seats.select_related("user").get(user__nickname=nickname)
    client, got = client_of(seat.user), []
    for page in pages_of(campaign):
        answer = client.get(page)
        text = text_of(answer) if not answer.streaming else ""
        for code in order:
            text = text.replace(code, "·")
        got.append((answer.status_code, DIFFERENT.sub("·", text)))
    return got


def codes_of(campaign: Campaign) -> list[str]:
    found = [campaign.code]
    for model, table in tables.tables():
        if has_code(model) and model is not Campaign:
            found += table.of(model, campaign).values_list("code", flat=True)
    return found


def differing(one: list[tuple[int, str]], other: list[tuple[int, str]]) -> list[str]:
    """The lines that differ, if any do."""
    assert [status for status, _ in one] == [status for status, _ in other]
    lines = (
        difflib.unified_diff(a.splitlines(), b.splitlines(), n=0) for (_, a), (_, b) in zip(one, other, strict=True)
    )
    return [line for page in lines for line in page]


CAST = ("gm", "hana", "alice", "bob", "eve")


def test_a_copy_shows_everybody_the_same_bytes(at_table):
    before = {who: bytes_for(who, at_table.campaign, codes_of(at_table.campaign)) for who in CAST}
    copy = again(written(at_table.campaign), at_table.seats["gm"].user)
    assert copy.pk != at_table.campaign.pk and copy.code != at_table.campaign.code
    for who in CAST:
        assert differing(before[who], bytes_for(who, copy, codes_of(copy))) == [], who


@pytest.mark.django_db(transaction=True)
def test_an_empty_installation_gets_the_same_war_at_the_same_addresses(request):
    at_table = request.getfixturevalue("at_table")
    codes = codes_of(at_table.campaign)
    before = {who: bytes_for(who, at_table.campaign, []) for who in CAST}
    prints = [entry.seal for entry in at_table.campaign.fights.first().record.entries.order_by("seq")]
    file = written(at_table.campaign)
    call_command("flush", interactive=False, verbosity=0)
    records.forget()
    same = again(file, User.objects.create_user("new", "lantern-keeper", nickname="gm"))
    assert codes_of(same) == codes
    for who in CAST:
        assert differing(before[who], bytes_for(who, same, [])) == [], who
    assert [entry.seal for entry in same.fights.first().record.entries.order_by("seq")] == prints


def test_where_photos_of_an_older_file_were_taken_does_not_come_back(at_table):
    Portrait.objects.update(kind="image/jpeg", data=photo(6, b"37.5665N 126.978E"))
    MapPicture.objects.create(campaign=at_table.campaign, kind="image/jpeg", data=photo(1, b"37.5665N 126.978E"))
    copy = again(written(at_table.campaign), at_table.seats["gm"].user)
    assert bytes(Portrait.objects.get(character__campaign=copy).data) == photo(6)
    assert bytes(copy.map_picture.data) == JPEG


def test_every_row_comes_back_as_it_was(at_table):
    copy = again(written(at_table.campaign), at_table.seats["gm"].user)
    for model, table in tables.tables():
        assert table.of(model, copy).count() == table.of(model, at_table.campaign).count(), model
    order = StandingOrder.objects.filter(fight__campaign=copy).get()
    assert order.at == StandingOrder.objects.filter(fight__campaign=at_table.campaign).get().at
    assert [bytes(each.data) for each in Portrait.objects.filter(character__campaign=copy)] == [PNG]
    draft = Draft.objects.get(thread__campaign=copy)
    assert draft.fields["readers"] == [str(copy.seats.get(user__nickname="alice").pk)]
    assert next(post.html for post in copy.posts.order_by("sequence")) == "<p>강을 <strong>건넌다</strong>.</p>\n"


def test_what_a_fight_has_taught_is_not_learnt_again(at_table):
    seat, about = at_table.seats["bob"], at_table.saber
    fight = at_table.campaign.fights.first()
    Knowledge.objects.create(
        campaign=at_table.campaign,
        about=about,
        pair=at_table.lancer,
        amount=1,
        cause="fight",
        source=fight.code,
        once=f"{fight.code}:fight:{about.code}::{seat.pk}:{at_table.lancer.pk}#0",
    )
    copy = again(written(at_table.campaign), at_table.seats["gm"].user)
    entry = Knowledge.objects.get(
        campaign=copy, amount=1, once__endswith="#0", seat=None, pair__name="랜서", cause="fight"
    )
    bob, lancer = copy.seats.get(user__nickname="bob"), copy.characters.get(name="랜서")
    saber = copy.characters.get(name="세이버")
    assert entry.once == f"{copy.fights.first().code}:fight:{saber.code}::{bob.pk}:{lancer.pk}#0"


def test_people_come_back_without_a_way_in_and_the_gm_is_who_restores(at_table):
    other = User.objects.create_user("other", "lantern-keeper", nickname="다른 진행자")
    copy = again(written(at_table.campaign), other)
    people = {seat.user.nickname: seat.user for seat in copy.seats.select_related("user")}
    assert copy.seats.get(role="gm").user == other and "gm" not in people
    assert not any(user.signs_in for name, user in people.items() if user != other)
    assert not {user.pk for user in people.values()} & {seat.user_id for seat in at_table.seats.values()}
    assert (
        SeatLink.objects.filter(seat__campaign=copy).count() == 0 and Invite.objects.filter(campaign=copy).count() == 2
    )


def everything_readable(file: io.BytesIO) -> str:
    with zipfile.ZipFile(file) as archive:
        return "".join(
            archive.read(name).decode(errors="replace") for name in archive.namelist() if name != "sealed.bin"
        )


def test_what_is_sealed_even_for_the_gm_stands_nowhere_in_the_open_part(at_table):
    PostRules.objects.create(campaign=at_table.campaign, gm_reads_sealed=False)
    text = everything_readable(written(at_table.campaign))
    assert "봉인한 선언" not in text and "noch nicht" not in text
    running = at_table.campaign.fights.get(title="물가의 결투").record
    salts = [entry.seal["salt"] for entry in running.entries.all() if entry.seal]
    assert salts and not any(salt in text for salt in salts)
    assert "귓속말" in text and "배신" in text, "the GM reads these"


def test_a_sealed_plan_changes_no_byte_of_the_open_part(at_table):
    fight = at_table.campaign.fights.get(title="물가의 결투")
    before = opened_part(written(at_table.campaign))
    plan(fight, at_table.saber, at_table.lancer, ("counter",) * 3 + ("",) * 4)
    fight.record.refresh_from_db()
    after = opened_part(written(at_table.campaign))
    assert before.keys() == after.keys()
    for name in before:
        if name != "tables/tabletop.Record.jsonl":
            assert before[name] == after[name], name


def opened_part(file: io.BytesIO) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {n: archive.read(n) for n in archive.namelist() if n not in {"sealed.bin", "campaign.json"}}


def test_without_the_key_the_war_comes_back_as_far_as_nothing_was_sealed(at_table, settings):
    file = written(at_table.campaign)
    settings.SECRET_KEY = "another machine " * 4
    done = restore.restore(file, at_table.seats["gm"].user)
    assert isinstance(done, Restored) and done.missing == rescue_hidden(file) > 0
    copy = Campaign.objects.get(pk=done.campaign)
    ended, running = copy.fights.order_by("pk")
    assert (ended.record.seq, running.record.seq) == (3, 0)
    gm = copy.seats.get(role="gm").user
    assert all(client_of(gm).get(page).status_code == 200 for page in pages_of(copy))


def rescue_hidden(file: io.BytesIO) -> int:
    head = restore.head_of(file)
    assert isinstance(head, rescue.Head)
    return head.hidden


def test_a_running_fight_goes_on_after_the_restore(at_table):
    copy = again(written(at_table.campaign), at_table.seats["gm"].user)
    fight = copy.fights.get(title="물가의 결투")
    gm = client_of(copy.seats.get(role="gm").user)
    address = reverse("fight-move", args=(copy.code, fight.code))
    answer = gm.post(address, {"do": "reveal", "slots": 7, "seen": fight.record.seq})
    assert answer.status_code in {200, 302}, answer.text
    fight.record.refresh_from_db()
    assert len(records.load(fight.record).slots) == 7


def changed(file: io.BytesIO, name: str, change) -> io.BytesIO:
    """The same file with one entry changed, or without it where `change` makes nothing of it."""
    out = io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(out, "w") as new:
        for each in old.namelist():
            data = old.read(each)
            if (made := change(data) if each == name else data) is not None:
                new.writestr(each, made)
    out.seek(0)
    return out


@pytest.mark.parametrize(
    ("name", "change", "code", "at"),
    [
        ("campaign.json", lambda _: b"{", "not_a_rescue_file", "campaign.json"),
        ("campaign.json", lambda d: d.replace(b'"version": 1', b'"version": 99'), "another_version", "campaign.json"),
        ("tables/campaigns.Post.jsonl", lambda d: d + b"{", "broken_line", "tables/campaigns.Post.jsonl:4"),
        (
            "tables/campaigns.Post.jsonl",
            lambda d: d.replace(b'"rolls":[]', b'"rolls":[4]', 1),
            "does_not_fit",
            "tables/campaigns.Post.jsonl:1",
        ),
        (
            "tables/characters.SheetVersion.jsonl",
            lambda d: d.replace(b'"hp":80', b'"hp":"many"', 1),
            "does_not_fit",
            "tables/characters.SheetVersion.jsonl:2",
        ),
        ("tables/tabletop.Entry.jsonl", lambda d: d.replace(b'"do":"plan"', b'"do":"win"', 1), "does_not_fit", None),
        (
            "tables/characters.Portrait.jsonl",
            lambda d: d.replace(b"image/png", b"text/html"),
            "does_not_fit",
            "tables/characters.Portrait.jsonl:1",
        ),
        ("tables/campaigns.Post.jsonl", lambda _: None, "entry_missing", "tables/campaigns.Post.jsonl"),
        (
            "tables/campaigns.PostReader.jsonl",
            lambda d: d.split(b"\n", 1)[1],
            "does_not_fit",
            "tables/campaigns.PostReader.jsonl",
        ),
        ("people.jsonl", lambda d: d.replace(b'"nickname":"bob"', b'"nickname":""'), "does_not_fit", None),
    ],
)
def test_a_broken_file_is_refused_whole_and_with_the_place(at_table, name, change, code, at):
    before = Campaign.objects.count(), User.objects.count()
    refused = restore.restore(changed(written(at_table.campaign), name, change), at_table.seats["gm"].user)
    assert isinstance(refused, Refused) and refused.code == code
    assert at is None or refused.at == at
    assert (Campaign.objects.count(), User.objects.count()) == before


def test_what_is_no_file_of_ours_is_refused(at_table):
    gm = at_table.seats["gm"].user
    empty = io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    assert restore.restore(io.BytesIO(b"nothing"), gm) == Refused("broken_file")
    assert restore.restore(empty, gm) == Refused("not_a_rescue_file", "campaign.json")


def test_html_is_never_taken_from_a_file(at_table):
    def evil(data: bytes) -> bytes:
        return data.replace(b'"text":"', b'"html":"<script>x</script>","text":"<img src=x onerror=alert(1)> ')

    copy = again(changed(written(at_table.campaign), "tables/campaigns.Post.jsonl", evil), at_table.seats["gm"].user)
    assert not any("<script" in post.html or "<img" in post.html for post in copy.posts.all())


def test_it_can_be_read_in_a_browser_without_a_server(at_table):
    with zipfile.ZipFile(written(at_table.campaign)) as archive:
        index = archive.read("read.html").decode()
        linked = re.findall(r'href="(read/\d+\.html)"', index)
        assert set(linked) <= set(archive.namelist()) and len(linked) == 1 + 3 + 2
        text = "".join(archive.read(name).decode() for name in linked)
        assert "강을 <strong>건넌다</strong>" in text or "강을 **건넌다**" in text
        assert "부두의 결투" in text and "로엔" in text
        for picture in re.findall(r'src="\.\./([^"]+)"', text):
            assert picture in archive.namelist()
        assert not re.search(r'(src|href)="(https?:)?//', text)


def test_the_file_says_how_far_it_is(at_table):
    told = []
    rescue.write(at_table.campaign, io.BytesIO(), told.append)
    assert sum(told) == rescue.size(at_table.campaign)


def test_a_seal_of_another_machine_is_not_opened(settings):
    closed = sealed.close(b"plan")
    assert sealed.opened(closed) == b"plan"
    settings.SECRET_KEY = "x" * 50
    assert sealed.opened(closed) is None


def with_entry(file: io.BytesIO, name: str, change) -> io.BytesIO:
    """The file with one entry made different."""
    other = io.BytesIO()
    with zipfile.ZipFile(file) as archive, zipfile.ZipFile(other, "w") as made:
        for entry in archive.namelist():
            data = archive.read(entry)
            made.writestr(entry, change(data) if entry == name else data)
    return other


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("tables/campaigns.Campaign.jsonl", lambda data: b""),
        ("tables/campaigns.Post.jsonl", lambda data: re.sub(rb'"to_id":(null|\d+)', b'"to_id":[1]', data)),
        ("tables/campaigns.Post.jsonl", lambda data: re.sub(rb'"id":\d+', b'"id":"1"', data)),
    ],
)
def test_rows_that_make_no_sense_are_refused_with_their_place(at_table, name, change):
    refused = restore.restore(with_entry(written(at_table.campaign), name, change), at_table.seats["gm"].user)
    assert isinstance(refused, Refused) and refused.code == "does_not_fit" and refused.at.startswith(name)


def test_damaged_bytes_are_a_broken_file(at_table):
    file = bytearray(written(at_table.campaign).getvalue())
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        start = archive.getinfo("campaign.json").header_offset
    file[start + 50 : start + 90] = bytes(40)
    assert isinstance(restore.head_of(io.BytesIO(file)), Refused)


def test_a_war_is_whole_when_the_search_cannot_take_it_in(at_table, monkeypatch, caplog):
    def broken(*_):
        raise RuntimeError("no index")

    file = io.BytesIO()
    rescue.write(at_table.campaign, file)
    monkeypatch.setattr(restore, "LATER", [broken])
    assert isinstance(restore.restore(file, at_table.seats["gm"].user), Restored)
    assert "not all of it can be found" in caplog.text


def test_every_row_and_every_post_once_more_is_told_while_a_war_comes_back(at_table):
    file, told = io.BytesIO(), []
    head = rescue.write(at_table.campaign, file)
    restore.restore(file, at_table.seats["gm"].user, told.append)
    rows, posts = sum(head.rows.values()) + head.hidden, Post.objects.filter(campaign=at_table.campaign).count()
    assert sum(told) >= rows + posts and restore.work_of(head) >= rows
