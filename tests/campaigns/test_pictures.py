"""A picture is told by its bytes and walked to its end."""

from struct import pack

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.pictures import LARGEST, MOST_DOTS, WIDEST, flaw_of, kind_of
from tests.pictures import JPEG, LOSSY, PNG, SIGN, WEBP, chunk, png, riff

pytestmark = pytest.mark.once

WHOLE = {"png": PNG, "jpeg": JPEG, "lossy webp": LOSSY, "lossless webp": WEBP}
EACH = pytest.mark.parametrize("data", WHOLE.values(), ids=WHOLE)
EXTENDED = b"VP8X" + pack("<I", 10) + b"\0\0\0\0" + b"\x01\0\0" + b"\x02\0\0"


@EACH
def test_a_whole_picture_is_taken(data: bytes) -> None:
    assert flaw_of(data) == "" and kind_of(data) in ("image/png", "image/jpeg", "image/webp")


@EACH
def test_a_picture_that_breaks_off_anywhere_is_torn(data: bytes) -> None:
    found = {flaw_of(data[:cut]) for cut in range(12, len(data))}
    assert found == {"torn_picture"}
    assert not any(kind_of(data[:cut]) for cut in range(len(data)))


@EACH
def test_what_cameras_hang_on_behind_the_end_does_not_matter(data: bytes) -> None:
    assert kind_of(data + b"and a short film") == kind_of(data)


@EACH
@given(at=st.integers(0, 200), bit=st.integers(0, 7))
@settings(max_examples=50)
def test_whatever_bit_has_turned_over_there_is_an_answer(data: bytes, at: int, bit: int) -> None:
    turned = bytearray(data)
    turned[at % len(data)] ^= 1 << bit
    assert flaw_of(bytes(turned)) in ("", "no_picture", "torn_picture", "too_wide")


@pytest.mark.parametrize("at", range(len(SIGN), len(PNG)))
def test_no_bit_of_a_png_turns_over_unnoticed(at: int) -> None:
    turned = PNG[:at] + bytes([PNG[at] ^ 1]) + PNG[at + 1 :]
    assert flaw_of(turned) == "torn_picture"


@pytest.mark.parametrize("data", [b"", b"<svg onload=alert(1)>", b"GIF89a", b"<html>", b"\x89PNG", b"RIFF....WAVE"])
def test_what_does_not_begin_like_one_is_no_picture(data: bytes) -> None:
    assert (flaw_of(data), kind_of(data)) == ("no_picture", None)


@pytest.mark.parametrize(
    "data",
    [
        SIGN + chunk(b"IDAT", b"") + chunk(b"IEND", b""),
        SIGN + PNG[8:33] + chunk(b"IEND", b""),
        SIGN + PNG[8:33] * 2 + PNG[33:],
        png(0, 3),
        JPEG[:2] + JPEG[-2:] + b"x",
        JPEG[:4] + b"\0\1" + JPEG[6:],
        riff(EXTENDED),
        riff(b"VP8L" + pack("<I", 5) + b"\x2e\1\0\0\0"),
    ],
    ids=["no head", "no dots", "two heads", "no width", "no scan", "no length", "a canvas alone", "another mark"],
)
def test_what_lacks_a_part_is_torn(data: bytes) -> None:
    assert flaw_of(data) == "torn_picture"


def test_an_extended_webp_is_as_large_as_its_canvas() -> None:
    huge = b"VP8X" + pack("<I", 10) + b"\0\0\0\0" + b"\xff\xff\xff" * 2
    assert flaw_of(riff(EXTENDED, WEBP[12:])) == ""
    assert flaw_of(riff(huge, WEBP[12:])) == "too_wide"


def test_a_picture_that_would_fill_a_phone_is_refused_however_few_bytes_it_takes() -> None:
    assert flaw_of(png(WIDEST, 3)) == "" and flaw_of(png(WIDEST + 1, 3)) == "too_wide"
    assert flaw_of(png(8000, MOST_DOTS // 8000)) == "" and flaw_of(png(8000, MOST_DOTS // 8000 + 1)) == "too_wide"


@pytest.mark.parametrize(
    "data",
    [
        JPEG[:2] + b"\xff" * LARGEST,
        JPEG[:2] + b"\xff\xd0" * (LARGEST // 2),
        SIGN + PNG[8:33] + chunk(b"tEXt", b"") * (LARGEST // 13),
    ],
    ids=["fill bytes", "restarts", "empty chunks"],
)
def test_a_file_of_nothing_but_marks_is_given_up_soon(data: bytes) -> None:
    assert flaw_of(data[:LARGEST]) == "torn_picture"


def test_a_picture_that_says_twice_how_large_it_is_is_torn() -> None:
    frame = JPEG.index(b"\xff\xc0")
    header = JPEG[frame : JPEG.index(b"\xff\xc4", frame)]
    assert flaw_of(JPEG[:-2] + header + JPEG[-2:]) == "torn_picture"


def test_a_scan_may_hold_any_byte_and_markers_that_divide_it() -> None:
    scan = JPEG.index(b"\xff\xda") + 10
    assert flaw_of(JPEG[:scan] + b"\xff\x00\xff\xd3" * 9 + JPEG[scan:]) == ""


def test_more_than_a_megabyte_is_too_large() -> None:
    assert flaw_of(png(padding=LARGEST)) == "too_large"
