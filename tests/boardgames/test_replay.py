"""`replay`: records in, one result each; a bad one is told on stderr, and the others still run."""

import io
import json
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

RECORDS = Path(__file__).parent.parent / "records" / "dominate"
GOOD, BAD = str(RECORDS / "DX-6_power_and_results.json"), str(RECORDS / "D-22_engaged.json")


def replay(*arguments: str, stdin: bytes = b"") -> tuple[int, list[str], list[str]]:
    """Exit status, lines of stdout, lines of stderr."""
    out, err, status = io.StringIO(), io.StringIO(), 0
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
    try:
        call_command("replay", *arguments, stdout=out, stderr=err, no_color=True)
    except SystemExit as ended:
        status = int(ended.code or 0)
    finally:
        sys.stdin = before
    return status, out.getvalue().splitlines(), err.getvalue().splitlines()


def test_a_record_gives_its_result_as_one_line_of_json():
    status, out, err = replay("--json", GOOD)
    assert (status, err, len(out)) == (0, [], 1)
    assert json.loads(out[0]) == json.loads(Path(GOOD).with_suffix(".expected.json").read_text())


def test_a_refused_record_is_told_with_place_sentence_and_rule_and_the_others_still_run():
    status, out, err = replay("--json", BAD, GOOD)
    assert status == 2
    assert json.loads(out[0])["error"] == {
        "at": "moves[13]",
        "rule": "D-22",
        "message": "같은 전장에 다른 말이 있으면 교전 상태라 걸어 나갈 수 없습니다.",
    }
    assert "outcome" in json.loads(out[1])
    assert err == [f"{BAD}: moves[13]: 같은 전장에 다른 말이 있으면 교전 상태라 걸어 나갈 수 없습니다. [D-22]"]


def test_records_come_one_per_line_from_standard_input():
    line = json.dumps(json.loads(Path(GOOD).read_text())).encode()
    status, out, _ = replay("--json", "-", stdin=line + b"\n\n{]\n" + line + b"\n")
    assert status == 2
    assert [next(iter(json.loads(text))) for text in out] == ["format", "error", "format"]


@pytest.mark.parametrize("text", ["[]", "{}", '{"format": "chess"}', '{"format": ["grailkeeper/dominate"]}'])
def test_another_games_record_is_refused_as_a_whole(text):
    status, out, _ = replay("--json", "-", stdin=text.encode())
    error = json.loads(out[0])["error"]
    assert (status, error["at"], error["rule"]) == (2, "", "format")


def test_the_text_tells_the_game_in_korean_by_default():
    status, out, _ = replay(GOOD)
    assert status == 0
    assert "ann이 전장 A에 서서 지형 토큰 +3을 가져갑니다." in out
    assert out[-1] == "bo의 차례입니다."


def test_the_text_tells_the_game_in_another_language_when_asked():
    _, out, _ = replay("--language", "en", GOOD)
    assert "ann stands on Field A and takes the token +3." in out


def test_a_file_that_is_not_there_is_told():
    status, _, err = replay("no-such-file.json")
    assert (status, err) == (2, ["no-such-file.json: .: 파일을 읽을 수 없습니다. [format]"])


def test_a_refused_record_takes_one_line_whatever_its_keys_are():
    record = json.loads(Path(GOOD).read_text()) | {"options": {"one\ntwo": 1}}
    _, out, err = replay("--json", "-", stdin=json.dumps(record).encode())
    assert json.loads(out[0])["error"]["at"] == "options.one\ntwo"
    assert [line.split(": ")[1] for line in err] == ["options.one two"]
