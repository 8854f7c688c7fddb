"""The map as the GM draws it, and as each may see it."""

from types import SimpleNamespace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaigns.models import Area, MapPicture
from campaigns.scenes import eye
from campaigns.scenes.charting import chart
from campaigns.scenes.eye import Place
from campaigns.scenes.parts import Mark
from tests.campaigns.table import client_of, war
from tests.pictures import PNG, photo


@pytest.fixture
def table(db: None) -> SimpleNamespace:
    return war()


def address(table: SimpleNamespace, name: str, *more: str) -> str:
    return reverse(name, args=(table.code, *more))


def fill(**said: object) -> dict[str, object]:
    return {"name": "부두", "x": "200", "y": "300", "leyline": "C", **said}


def test_spots_and_roads_are_laid_out_once():
    one = Place(1, "a", "등대", "", 0, 0, "", ("b",))
    two = Place(2, "b", "염전", "", 1000, 1000, "B", ("a",))
    drawn = chart([one, two], [Mark("a", "base", "거점 · 랜서"), Mark("x", "fight", "어딘가")])
    assert len(drawn.roads) == 1 and [spot.ring for spot in drawn.spots] == ["base", ""]
    assert [(spot.x, spot.y, spot.left) for spot in drawn.spots] == [(36, 36, False), (624, 384, True)]
    assert drawn.spots[0].near == ("염전",) and drawn.spots[0].lines[0].text == "거점 · 랜서"


def test_long_words_do_not_run_over_the_next_area():
    long, short = "옛 조선소와 버려진 등대가 있는 북쪽 부두", "Haemu Harbour, the pier"
    spots = chart([Place(1, "a", long, long * 2, 0, 0, "", ()), Place(2, "b", short, "", 500, 0, "", ())], []).spots
    assert [spot.name for spot in spots] == ["옛 조선소와 버려진 등대…", short]
    assert len(spots[0].lines[0].text) < len(long) and spots[0].place.name == long


def test_the_gm_draws_an_area_with_its_roads(table):
    other = Area.objects.create(campaign=table.campaign, name="염전")
    answer = client_of(table.gm.user).post(address(table, "map"), fill(neighbours=[other.code]))
    assert answer.status_code == 302
    area = Area.objects.get(name="부두")
    assert (area.x, area.y, area.leyline, list(area.neighbours.all())) == (200, 300, "C", [other])


@pytest.mark.parametrize(
    "wrong", [{"x": "1001"}, {"x": "9" * 40}, {"leyline": "Z"}, {"name": "ㅤ"}, {"neighbours": ["x"]}]
)
def test_what_cannot_be_drawn_is_said_at_its_place(table, wrong):
    answer = client_of(table.gm.user).post(address(table, "map"), fill(**wrong))
    assert answer.status_code == 422 and not Area.objects.exists()


def test_a_name_stands_once_however_it_is_typed(table):
    client = client_of(table.gm.user)
    assert client.post(address(table, "map"), fill(name="Pier")).status_code == 302
    assert client.post(address(table, "map"), fill(name="ＰＩＥＲ")).status_code == 422


def test_a_secret_area_and_its_roads_are_shown_to_whom_they_were_told(table):
    known = Area.objects.create(campaign=table.campaign, name="부두")
    secret = Area.objects.create(campaign=table.campaign, name="제단", hidden=True, leyline="A", leyline_hidden=True)
    secret.neighbours.add(known)
    secret.known_to.add(table.bob)
    seen = {who: [place.name for place in eye.places(getattr(table, who))] for who in ("gm", "alice", "bob", "eve")}
    assert seen == {"gm": ["부두", "제단"], "alice": ["부두"], "bob": ["부두", "제단"], "eve": ["부두"]}
    assert eye.places(table.alice)[0].near == ()


def test_a_secret_leyline_is_none_to_others(table):
    area = Area.objects.create(campaign=table.campaign, name="부두", leyline="B", leyline_hidden=True)
    assert [eye.places(getattr(table, who))[0].leyline for who in ("gm", "eve")] == ["B", ""]
    area.known_to.add(table.alice)
    assert eye.places(table.alice)[0].leyline == "B"


def test_a_picture_lies_under_the_map_for_everybody_at_the_table(table):
    client = client_of(table.gm.user)
    upload = address(table, "map-picture-change")
    assert client.post(upload, {"picture": SimpleUploadedFile("m.png", PNG)}).status_code == 302
    picture = MapPicture.objects.get()
    shown = client_of(table.eve.user).get(address(table, "map-picture", picture.code))
    assert shown.content == PNG and shown["X-Content-Type-Options"] == "nosniff"
    assert client_of(table.stranger).get(address(table, "map-picture", picture.code)).status_code == 404
    assert client.post(upload, {"picture": SimpleUploadedFile("m.svg", b"<svg/>")}).status_code == 422
    torn = client.post(upload, {"picture": SimpleUploadedFile("m.png", PNG[:-4])})
    assert torn.status_code == 422 and "그림이 도중에 끊겼거나 손상되었습니다." in torn.content.decode()
    assert MapPicture.objects.get() == picture
    assert client.post(upload, {"remove": "on"}).status_code == 302 and not MapPicture.objects.exists()


def test_where_the_photo_of_a_map_was_taken_is_not_stored(table):
    sent = {"picture": SimpleUploadedFile("m.jpg", photo(8, b"37.5665N 126.978E"))}
    assert client_of(table.gm.user).post(address(table, "map-picture-change"), sent).status_code == 302
    assert bytes(MapPicture.objects.get().data) == photo(8)


def test_an_area_is_taken_off_the_map(table):
    area = Area.objects.create(campaign=table.campaign, name="부두")
    assert client_of(table.alice.user).post(address(table, "area-remove", area.code)).status_code == 403
    assert client_of(table.gm.user).post(address(table, "area-remove", area.code)).status_code == 302
    assert not Area.objects.exists()
