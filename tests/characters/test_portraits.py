from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from campaigns.models import MapPicture, Seat
from characters import sheets
from characters.models import Portrait
from characters.portraits import LARGEST
from characters.sheet import Who
from tests.campaigns.table import client_of
from tests.characters.pages import address
from tests.pictures import JPEG, PNG, WEBP, photo, png


def hand_in(table: SimpleNamespace, data: bytes, seat: Seat | None = None, **said: str) -> HttpResponse:
    picture = SimpleUploadedFile("face.png", data, content_type="image/png")
    there = address("sheet-portrait", table.saber)
    return client_of((seat or table.alice).user).post(there, {"picture": picture, **said})


def look(table: SimpleNamespace, who: str) -> HttpResponse:
    code = sheets.current(table.saber).portrait
    return client_of(getattr(table, who).user).get(address("portrait", table.saber, code))


@pytest.mark.parametrize(
    ("data", "kind"), [(PNG, "image/png"), (JPEG, "image/jpeg"), (WEBP, "image/webp")], ids=["png", "jpeg", "webp"]
)
def test_a_picture_is_served_as_what_its_first_bytes_say(table: SimpleNamespace, data: bytes, kind: str) -> None:
    assert hand_in(table, data).status_code == 302
    picture = look(table, "bob")
    assert (picture.content, picture["Content-Type"]) == (data, kind)
    assert picture["X-Content-Type-Options"] == "nosniff"
    assert "private" in picture["Cache-Control"]


@pytest.mark.parametrize(
    "data", [b"<svg onload=alert(1)>", b"GIF89a", b"<html>", b"\x89PNG", b"RIFF....WAVE"], ids=repr
)
def test_what_is_no_picture_is_refused_whatever_it_is_called(table: SimpleNamespace, data: bytes) -> None:
    answer = hand_in(table, data)
    assert answer.status_code == 422
    assert "PNG, JPEG, WebP 그림이 아닙니다." in answer.content.decode()
    assert not Portrait.objects.exists()


def test_a_picture_of_more_than_a_megabyte_is_refused(table: SimpleNamespace) -> None:
    answer = hand_in(table, png(padding=LARGEST))
    assert answer.status_code == 422 and "1 MB보다 큽니다" in answer.content.decode()
    assert not Portrait.objects.exists()


@pytest.mark.parametrize("data", [PNG, JPEG, WEBP], ids=["png", "jpeg", "webp"])
def test_a_picture_that_broke_off_on_its_way_is_refused_with_what_to_do(table: SimpleNamespace, data: bytes) -> None:
    answer = hand_in(table, data[:-1])
    assert answer.status_code == 422
    assert "그림이 도중에 끊겼거나 손상되었습니다. 다시 저장한 파일을 올려 주세요." in answer.content.decode()
    assert not Portrait.objects.exists()


def test_a_picture_that_would_fill_every_phone_is_refused(table: SimpleNamespace) -> None:
    answer = hand_in(table, png(30_000, 30_000))
    assert answer.status_code == 422 and "12,000" in answer.content.decode()
    assert not Portrait.objects.exists()


def test_where_a_photo_was_taken_is_not_stored(table: SimpleNamespace) -> None:
    assert hand_in(table, photo(6, b"37.5665N 126.978E")).status_code == 302
    assert bytes(Portrait.objects.get().data) == look(table, "bob").content == photo(6)


def test_pictures_that_were_stored_before_lose_it_too(table: SimpleNamespace) -> None:
    face = Portrait.objects.create(character=table.saber, kind="image/jpeg", data=photo(6, b"37.5665N 126.978E"))
    under = MapPicture.objects.create(campaign=table.campaign, kind="image/jpeg", data=photo(1, b"37.5665N 126.978E"))
    whole = Portrait.objects.create(character=table.saber, kind="image/png", data=PNG)
    for name in ("campaigns.migrations.0012_bare_pictures", "characters.migrations.0009_bare_pictures"):
        import_module(name).strip(apps, None)
    for picture, data in ((face, photo(6)), (under, JPEG), (whole, PNG)):
        picture.refresh_from_db()
        assert bytes(picture.data) == data


def test_a_portrait_is_a_version_and_can_be_taken_away_again(table: SimpleNamespace) -> None:
    hand_in(table, PNG)
    client_of(table.alice.user).post(address("sheet-portrait", table.saber), {"remove": "on"})
    assert sheets.current(table.saber).portrait == ""
    assert table.saber.versions.count() == 3
    page = client_of(table.alice.user).get(address("sheet-versions", table.saber)).content.decode()
    assert "새 그림" in page


def test_without_a_portrait_there_is_a_crest(table: SimpleNamespace) -> None:
    page = client_of(table.bob.user).get(address("sheet", table.saber)).content.decode()
    assert "crest-reed" in page and "<img" not in page


def test_a_portrait_that_is_hidden_does_not_exist_for_others(table: SimpleNamespace) -> None:
    hand_in(table, PNG, who="owner")
    assert look(table, "bob").status_code == look(table, "eve").status_code == 404
    assert look(table, "alice").status_code == look(table, "gm").status_code == 200
    assert "<img" not in client_of(table.bob.user).get(address("sheet", table.saber)).content.decode()


def test_a_portrait_that_was_hidden_later_is_gone_for_others(table: SimpleNamespace) -> None:
    hand_in(table, PNG)
    assert look(table, "bob").status_code == 200
    client_of(table.alice.user).post(address("sheet-portrait", table.saber), {"who": "owner"})
    assert look(table, "bob").status_code == 404


def test_a_portrait_for_the_gm_alone_does_not_exist_for_its_owner(table: SimpleNamespace) -> None:
    hand_in(table, PNG, table.gm, who="gm")
    assert look(table, "alice").status_code == 404
    assert client_of(table.alice.user).get(address("sheet-portrait", table.saber)).status_code == 404


def test_an_older_portrait_can_still_be_seen_with_its_version(table: SimpleNamespace) -> None:
    hand_in(table, PNG)
    older = sheets.current(table.saber).portrait
    hand_in(table, JPEG)
    assert client_of(table.bob.user).get(address("portrait", table.saber, older)).content == PNG


def test_a_picture_of_another_sheet_is_not_found_here(table: SimpleNamespace) -> None:
    other = Portrait.objects.create(character=table.emi, kind="image/png", data=PNG)
    assert client_of(table.gm.user).get(address("portrait", table.saber, other.code)).status_code == 404


def test_nobody_gives_another_one_s_sheet_a_face(table: SimpleNamespace) -> None:
    assert hand_in(table, PNG, table.bob).status_code == 403
    assert hand_in(table, PNG, table.eve).status_code == 403


def test_who_sees_it_can_change_without_a_new_picture(table: SimpleNamespace) -> None:
    hand_in(table, PNG)
    client_of(table.alice.user).post(address("sheet-portrait", table.saber), {"who": "owner"})
    now = sheets.current(table.saber)
    assert now.who["portrait"] == Who.OWNER and now.portrait
