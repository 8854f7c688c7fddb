"""Board games in the log of a session and in the rescue file: what was announced, and nothing of what somebody hides."""

import io
import re
import zipfile
from pathlib import Path

import pytest
from django.urls import reverse

from boardgames import exports, published
from boardgames.models import BoardGame, OwnSet
from boardgames.record_reading import OWN_SET
from campaigns.models import Campaign
from campaigns.takeaway import own, rescue, restore, session
from tabletop import records
from tabletop.models import Chair
from tests.boardgames.tables import dominate_table, play_dominate, royal_at, royal_deal
from tests.campaigns.table import client_of
from tests.combat.war import war
from tests.pages import lasting

pytestmark = pytest.mark.django_db
SHORT = Path(__file__).parent.parent / "records" / "dominate" / "D-45_D-50_D-51_short_game_to_the_end.json"


def told(game, reader=None):
    """The log of the game for everybody, as words."""
    eyes = reader or session.everybody(game.campaign)
    (section,) = session.compose(eyes, "", [f"game:{game.code}"]).sections
    return [session.words(line.html) for line in section.lines]


@pytest.fixture
def ended():
    found = war()
    game = exports.import_game(found.campaign, found.seats["gm"], SHORT.read_text())
    assert isinstance(game, BoardGame), game
    return found, game


def test_a_game_can_be_picked_and_is_told_from_the_beginning():
    at = dominate_table()
    at.play_one()
    page = at.client("eve").get(reverse("session-log", args=(at.war.campaign.code,)), {"reader": "all"})
    assert f"game:{at.game.code}" in page.text and "보드게임" in page.text
    log = told(at.game)
    assert "alice, bob" in log[0] and len(log) > 3
    oldest = published.latest(at.game, published.table.names(at.game), most=None)[-1]
    assert oldest.texts[0] in log[1]


def test_everybody_gets_the_same_lines_of_a_running_game():
    at = dominate_table()
    for _ in range(6):
        at.play_one()
    assert told(at.game, at.war.seats["alice"]) == told(at.game) == told(at.game, at.war.seats["gm"])


@pytest.mark.parametrize("kind", ["html", "md", "txt", ""])
def test_what_lies_in_a_hand_changes_no_byte(kind):
    def made(hand):
        at = royal_at(royal_deal(3, {"seat-2": hand}), "alice", "bob", "hana")
        asked = {"pick": f"game:{at.game.code}", "title": "밤"} | ({"as": kind} if kind else {})
        address = reverse("session-log", args=(at.war.campaign.code,))
        answers = [client_of(at.war.seats[who].user).get(address, asked) for who in ("eve", "gm")]
        assert [answer.status_code for answer in answers] == [200, 200]
        text = lasting("".join(answer.content.decode().partition('"made_at"')[0] for answer in answers))
        text = re.sub(r'datetime="[^"]+">[^<]*<', "", text)
        return text.replace(at.game.code, "·").replace(at.war.campaign.code, "·")

    assert made(["L-K09", "L-K11", "L-K12", "L-K13"]) == made(["L-K01", "L-K02", "L-K03", "L-K04"])


def test_after_the_end_it_says_how_all_of_them_stood(ended):
    _, game = ended
    log = told(game)
    names = [seat.get("name") or seat["id"] for seat in game.record.setup["seats"]]
    assert all(line.startswith(name) for line, name in zip(log[-1].splitlines(), names, strict=True))
    running = dominate_table().game
    assert len(told(running)[-1].splitlines()) == 1


def test_the_page_of_the_rescue_file_tells_it_and_no_hand_of_a_running_one():
    at = royal_at(royal_deal(3, {"seat-2": ["L-K09", "L-K11", "L-K12", "L-K13"]}), "alice", "bob", "hana")
    before, file = "\n\n".join(told(at.game)), io.BytesIO()
    rescue.write(at.war.campaign, file)
    with zipfile.ZipFile(file) as archive:
        pages = [archive.read(name).decode() for name in archive.namelist() if name.startswith("read/")]
    assert any(before.splitlines()[0] in page and "등불" in page for page in pages)


def open_part(campaign):
    file = io.BytesIO()
    rescue.write(campaign, file)
    with zipfile.ZipFile(file) as archive:
        return file, "".join(archive.read(name).decode() for name in archive.namelist() if name.startswith("tables/"))


def with_own_cards(game, owner):
    """As if it had been played with cards that `owner` has made."""
    record = game.record
    record.setup = {**record.setup, "set": f"{OWN_SET}0123", "cards": {"secret": "새벽의 검"}}
    record.save()
    BoardGame.objects.filter(pk=game.pk).update(cards_of=owner.user if owner else None)


@pytest.mark.parametrize("owner", ["alice", None])
def test_cards_that_somebody_else_made_are_not_in_the_part_that_the_gm_reads(ended, owner, monkeypatch):
    found, game = ended
    monkeypatch.setattr("boardgames.rescued.PARTS", [])
    with_own_cards(game, found.seats[owner] if owner else None)
    monkeypatch.setattr(published, "lines", lambda game: iter(()))
    monkeypatch.setattr("boardgames.rescued.lines", lambda game: iter(()))
    _, text = open_part(found.campaign)
    assert "새벽의 검" not in text and game.code not in text and OWN_SET not in text


def test_the_gms_own_cards_are(ended, monkeypatch):
    found, game = ended
    with_own_cards(game, found.seats["gm"])
    monkeypatch.setattr("boardgames.rescued.lines", lambda game: iter(()))
    _, text = open_part(found.campaign)
    assert "새벽의 검" in text and game.code in text


def test_a_game_that_is_over_comes_back_and_is_told_the_same(ended):
    found, game = ended
    file, text = open_part(found.campaign)
    assert game.code in text
    before = told(game)
    records.forget()
    done = restore.restore(file, found.seats["gm"].user)
    assert isinstance(done, restore.Restored), done
    again = Campaign.objects.get(pk=done.campaign).boardgames.select_related("record").get()
    assert told(again) == before


def own_things(seat):
    file = io.BytesIO()
    own.write(seat, file)
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name).decode(errors="replace") for name in archive.namelist()}


def test_who_sat_at_a_game_takes_its_record_along_once_it_is_over(ended):
    found, game = ended
    play_dominate(found)
    for name in ("alice", "bob"):
        assert not [entry for entry in own_things(found.seats[name]) if entry.startswith("games/")]
    Chair.objects.create(record=game.record, seat=game.record.setup["seats"][0]["id"], user=found.seats["alice"].user)
    assert '"moves"' in own_things(found.seats["alice"])["games/1.json"]
    assert "games/1.json" not in own_things(found.seats["bob"]) and "games/2.json" not in own_things(
        found.seats["alice"]
    )


def test_the_cards_that_somebody_has_made_go_along_with_nobody_else():
    found = war()
    OwnSet.objects.create(owner=found.seats["alice"].user, game="dominate", title="새벽의 세트", content={})
    assert "새벽의 세트" in own_things(found.seats["alice"])["cards/1.json"]
    for name in ("gm", "bob"):
        assert "새벽의 세트" not in "".join(own_things(found.seats[name]).values())
