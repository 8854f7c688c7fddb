"""A picture is stored without what was written into it besides, and looks as it did."""

import zlib
from struct import pack

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.bare_pictures import bare
from campaigns.pictures import flaw_of, kind_of, webp_parts
from tests.pictures import JPEG, LOSSY, PNG, WEBP, chunk, exif, photo, riff, segment, webp_chunk

pytestmark = pytest.mark.once

WHOLE = {"png": PNG, "jpeg": JPEG, "lossy webp": LOSSY, "lossless webp": WEBP}
EACH = pytest.mark.parametrize("data", WHOLE.values(), ids=WHOLE)

SECRET = b"37.5665N 126.978E"
PROFILE = b"colours of a camera"
ICC = segment(0xE2, b"ICC_PROFILE\0\1\1" + PROFILE)


def canvas(flags: int) -> bytes:
    return webp_chunk(b"VP8X", bytes([flags]) + b"\0\0\0" + b"\x01\0\0" + b"\x02\0\0")


PHOTOS = {
    "jpeg": photo(6, SECRET),
    "png": PNG[:33] + chunk(b"eXIf", exif(6, SECRET)) + PNG[33:],
    "webp": riff(canvas(0x2C), webp_chunk(b"ICCP", PROFILE), LOSSY[12:], webp_chunk(b"EXIF", exif(6, SECRET))),
}
PHOTO = pytest.mark.parametrize("data", PHOTOS.values(), ids=PHOTOS)


@EACH
def test_a_picture_that_holds_nothing_besides_stays_byte_by_byte(data: bytes) -> None:
    assert bare(data) == data


@EACH
def test_what_hangs_behind_the_end_goes(data: bytes) -> None:
    assert bare(data + SECRET) == data


@PHOTO
def test_where_a_photo_was_taken_goes_and_how_it_is_turned_stays(data: bytes) -> None:
    assert SECRET in data and flaw_of(data) == ""
    kept = bare(data)
    assert SECRET not in kept and kind_of(kept) == kind_of(data)
    assert exif(6) in kept and kept.count(b"MM\0*") == 1


@PHOTO
def test_a_bare_picture_has_nothing_left_to_lose(data: bytes) -> None:
    assert bare(bare(data)) == bare(data)


@pytest.mark.parametrize("turn", [0, 1, 9, 65535])
def test_of_a_photo_that_stands_upright_no_exif_is_left(turn: int) -> None:
    assert bare(photo(turn, SECRET)) == JPEG


@pytest.mark.parametrize("turn", range(2, 9))
def test_every_turn_is_said_again_in_either_order_of_bytes(turn: int) -> None:
    little = b"II*\0" + pack("<IHHHIHHI", 8, 1, 0x112, 3, 1, turn, 0, 0)
    told = segment(0xE1, b"Exif\0\0" + little)
    assert bare(JPEG[:20] + told + JPEG[20:]) == bare(photo(turn, SECRET)) != JPEG


JFIF = JPEG[2:20]
SEGMENTS = {
    "thumbnail of what was cut away": segment(0xE0, b"JFXX\0\x13\x01\x01" + SECRET),
    "xmp": segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0<x/>" + SECRET),
    "more pictures": segment(0xE2, b"MPF\0" + SECRET),
    "provenance": segment(0xEB, b"JP" + SECRET),
    "iptc": segment(0xED, b"Photoshop 3.0\x008BIM" + SECRET),
    "a maker of its own": segment(0xEF, SECRET),
    "comment": segment(0xFE, SECRET),
}


@pytest.mark.parametrize("more", SEGMENTS.values(), ids=SEGMENTS)
def test_a_jpeg_loses_what_is_not_drawn(more: bytes) -> None:
    spoken = JPEG[:20] + more + JPEG[20:-2] + more + JPEG[-2:]
    assert flaw_of(spoken) == "" and bare(spoken) == JPEG


def test_a_jpeg_keeps_its_colours_and_loses_the_small_picture_in_its_head() -> None:
    adobe = segment(0xEE, b"Adobe\0\x64\0\0\0\0\1")
    head = segment(0xE0, JFIF[4:16] + b"\1\1" + b"\x80\x80\x80")
    longer = segment(0xEE, b"Adobe\0\x64\0\0\0\0\1" + SECRET)
    for said in (adobe, longer):
        assert bare(JPEG[:2] + head + ICC + said + JPEG[20:]) == JPEG[:20] + ICC + adobe + JPEG[20:]


CHUNKS = {name: chunk(name.encode(), b"k\0" + SECRET) for name in ("tEXt", "zTXt", "iTXt", "tIME", "caBX", "prVW")}


@pytest.mark.parametrize("more", CHUNKS.values(), ids=CHUNKS)
def test_a_png_loses_what_is_not_drawn(more: bytes) -> None:
    assert bare(PNG[:33] + more + PNG[33:-12] + more + PNG[-12:]) == PNG


def test_a_png_keeps_its_colours_and_its_glass() -> None:
    colours = chunk(b"iCCP", b"screen\0\0" + zlib.compress(PROFILE)) + chunk(b"gAMA", b"\0\0\xb1\x8f")
    clear = PNG[:33] + colours + chunk(b"tRNS", b"\0\0") + PNG[33:]
    assert bare(clear) == clear


def test_a_webp_says_no_longer_that_it_has_what_was_taken_away() -> None:
    upright = riff(canvas(0x3C), LOSSY[12:], webp_chunk(b"EXIF", exif(1)), webp_chunk(b"XMP ", b"<x/>" + SECRET))
    assert bare(upright) == riff(canvas(0x30), LOSSY[12:])
    turned = riff(canvas(0x3C), LOSSY[12:], webp_chunk(b"XMP ", SECRET), webp_chunk(b"EXIF", b"Exif\0\0" + exif(8)))
    assert bare(turned) == riff(canvas(0x38), LOSSY[12:], webp_chunk(b"EXIF", exif(8)))


def test_a_webp_without_a_canvas_has_no_room_for_a_turn() -> None:
    assert bare(riff(LOSSY[12:], webp_chunk(b"EXIF", exif(6, SECRET)))) == LOSSY


def test_a_moving_webp_keeps_its_frames_and_nothing_inside_them_besides() -> None:
    frame, more = b"\0" * 16 + LOSSY[12:], webp_chunk(b"mine", SECRET)
    shown = riff(canvas(0x02), webp_chunk(b"ANIM", b"\0" * 6), webp_chunk(b"ANMF", frame + more))
    kept = bare(shown)
    assert kept == riff(canvas(0x02), webp_chunk(b"ANIM", b"\0" * 6), webp_chunk(b"ANMF", frame))
    assert [part.name for part in webp_parts(kept)] == [b"VP8X", b"ANIM", b"ANMF"]


def test_what_a_torn_photo_says_of_itself_before_the_tear_goes() -> None:
    assert bare(photo(1, SECRET)[:-1]) == JPEG[:-1]


def test_what_is_no_picture_stays_as_it_is() -> None:
    assert bare(SECRET) == SECRET and bare(b"") == b""


@PHOTO
@given(at=st.integers(0, 400), bit=st.integers(0, 7), cut=st.integers(0, 400))
@settings(max_examples=100)
def test_whatever_bit_has_turned_over_a_whole_picture_stays_whole(data: bytes, at: int, bit: int, cut: int) -> None:
    turned = bytearray(data[: len(data) - cut % 3])
    turned[at % len(turned)] ^= 1 << bit
    before = flaw_of(bytes(turned))
    kept = bare(bytes(turned))
    assert before or flaw_of(kept) == ""
