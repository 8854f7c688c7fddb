"""ZIP files and XML that would do harm are refused before they do."""

import io
import zipfile

import pytest

from characters.exchange import archive, markup
from characters.exchange.opened import Refused


def zipped(**entries: bytes) -> bytes:
    return archive.packed(list(entries.items()))


def refused(data: bytes) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        archive.opened(data)
    return caught.value.fault.code, caught.value.fault.at


def named(name: str, data: bytes = b"x") -> bytes:
    return archive.packed([(name, data)])


@pytest.mark.parametrize("name", ["../x", "a/../../x", "/etc/x", "..\\x", "C:x", "a\\b"])
def test_an_entry_that_would_leave_its_folder_is_refused(name: str) -> None:
    assert refused(named(name)) == ("escaping_entry", name.replace("\\", "/") if "\\" not in name else name)


def test_a_bomb_is_refused_by_its_promise() -> None:
    assert refused(zipped(bomb=b"0" * 5_000_000)) == ("bomb", "bomb")


def test_what_unpacks_too_large_is_refused() -> None:
    many = archive.packed([(f"n{place}", bytes(range(256)) * 40_000) for place in range(7)])
    assert refused(many)[0] in {"unpacks_too_large", "bomb"}


def test_an_entry_that_lies_about_its_size_is_refused() -> None:
    data = bytearray(zipped(short=b"a" * 3000))
    place = data.rindex(b"PK\x01\x02") + 24
    data[place : place + 4] = (10).to_bytes(4, "little")
    opened = archive.opened(bytes(data))
    with pytest.raises(Refused) as caught:
        opened.read("short")
    assert caught.value.fault.at == "short"


def test_an_entry_with_a_password_is_refused() -> None:
    data = bytearray(zipped(locked=b"1"))
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    assert refused(bytes(data)) == ("encrypted_entry", "locked")


def test_as_many_entries_as_are_allowed_are_opened() -> None:
    assert len(archive.opened(archive.packed([(f"n{place}", b"") for place in range(500)])).sizes) == 500


def test_many_entries_twins_and_rubbish_are_refused() -> None:
    assert refused(archive.packed([(f"n{place}", b"") for place in range(501)]))[0] == "too_many_entries"
    assert refused(b"PK no zip")[0] == "not_a_zip"
    assert refused(b"x" * (10 * 2**20 + 1))[0] == "file_too_large"
    buffer = io.BytesIO()
    with pytest.warns(UserWarning), zipfile.ZipFile(buffer, "w") as file:
        file.writestr("a", b"1")
        file.writestr("a", b"2")
    assert refused(buffer.getvalue()) == ("entry_twice", "a")


def test_the_same_content_is_the_same_bytes() -> None:
    assert zipped(a=b"1") == zipped(a=b"1")


@pytest.mark.parametrize(
    ("xml", "code"),
    [
        (b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "xml_doctype"),
        (b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "xml_doctype"),
        (b"<a>&b;</a>", "not_xml"),
        (b"<a><b></a>", "not_xml"),
        (b"", "not_xml"),
        (b"\xff\xfe<", "not_xml"),
        (b"<a>" * 70, "xml_too_large"),
        (b'<?xml version="1.0" encoding="nonsense"?><a/>', "not_xml"),
    ],
)
def test_xml_with_entities_or_without_sense_is_refused_with_its_line(xml: bytes, code: str) -> None:
    with pytest.raises(Refused) as caught:
        markup.read(xml, "data.xml")
    assert caught.value.fault.code == code and caught.value.fault.at.startswith("data.xml")


def test_signs_that_xml_cannot_hold_are_left_out_of_what_is_written() -> None:
    written = markup.write(markup.Node("a", {"b": "x\x00\ufffey"}, text="1\x01\uffff\t2 & <3>"))
    again = markup.read(written, "data.xml")
    assert (again.get("b"), again.text) == ("xy", "1\t2 & <3>")
