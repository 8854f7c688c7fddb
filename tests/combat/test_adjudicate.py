"""`python manage.py adjudicate`, as the format of the fight record says it."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

RECORDS = Path(__file__).parents[1] / "records" / "trpg"
GOLDEN = str(RECORDS / "R-OTHER-1b_golden_seven_slots.json")
REFUSED = str(RECORDS / "R-BACK-2_np_from_the_back_line.json")


def run(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
    """Exit status, stdout and stderr."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
            call_command("adjudicate", *arguments, stdout=out, stderr=err)
    except SystemExit as ended:
        status = int(str(ended.code))
    return status, out.getvalue(), err.getvalue()


def expected(path: str) -> dict:
    return json.loads(Path(path.replace(".json", ".expected.json")).read_text(encoding="utf-8"))


def test_json_prints_the_result_record_and_nothing_else():
    status, out, err = run("--json", GOLDEN)
    assert (status, json.loads(out), err) == (0, expected(GOLDEN), "")


def test_several_files_give_one_result_per_line_in_the_order_given():
    other = str(RECORDS / "R-MAGIC-2_two_steps.json")
    _, out, _ = run("--json", other, GOLDEN)
    assert [json.loads(line) for line in out.splitlines()] == [expected(other), expected(GOLDEN)]


def test_a_refused_record_gives_an_error_line_the_others_still_run_and_the_status_is_2():
    status, out, err = run("--json", REFUSED, GOLDEN)
    first, second = (json.loads(line) for line in out.splitlines())
    assert (status, second) == (2, expected(GOLDEN))
    assert {key: first["error"][key] for key in ("at", "rule")} == expected(REFUSED)["error"]
    assert err.splitlines() == [f"{REFUSED}: moves[0].slots[0]: {first['error']['message']} [R-BACK-2]"]


def test_text_mode_prints_nothing_for_a_refused_record_but_the_line_on_stderr():
    status, out, err = run(REFUSED)
    assert (status, out) == (2, "")
    assert err == f"{REFUSED}: moves[0].slots[0]: 보구 excalibur는 후열에서 쓸 수 없습니다. [R-BACK-2]\n"


def test_a_dash_reads_one_record_per_line_and_skips_empty_lines():
    line = json.dumps(json.loads(Path(GOLDEN).read_text(encoding="utf-8"))).encode()
    status, out, err = run("--json", "-", stdin=line + b"\n\n  \n" + b"{broken\n" + line + b"\n")
    results = [json.loads(line) for line in out.splitlines()]
    assert (status, [next(iter(result)) for result in results]) == (2, ["format", "error", "format"])
    assert err.startswith("-:4: ")


@pytest.mark.parametrize("content", [b"", b"{", b'{"a": 1, "a": 2}', b'{"a": 1.0}', b"\xff", b"[" * 100_000, b"null"])
def test_what_is_no_record_is_an_error_of_the_format_at_no_place(tmp_path, content):
    path = tmp_path / "fight.json"
    path.write_bytes(content)
    status, out, err = run("--json", str(path))
    error = json.loads(out)["error"]
    assert (status, error["at"], error["rule"]) == (2, "", "format")
    assert len(err.splitlines()) == 1


def test_a_file_that_is_not_there_is_told_like_any_other_error(tmp_path):
    status, out, err = run("--json", str(tmp_path / "none.json"), GOLDEN)
    assert (status, len(out.splitlines()), "파일을 읽을 수 없습니다." in err) == (2, 2, True)


def test_the_text_is_korean_and_tells_slots_steps_people_and_the_end():
    status, out, _ = run(GOLDEN)
    lines = [line.strip() for line in out.splitlines()]
    assert status == 0
    for line in (
        "1라운드 1번 칸",
        "세이버 강타 – 랜서 맹공",
        "강타는 맹공에 강합니다. 세이버가 이겼습니다. [G-3]",
        "랜서는 생명력을 4점 잃습니다.",
        "+4 이긴 패의 피해점 [R-14]",
        "세이버: 생명력 69/80, 마력 70/70",
        "정한 라운드가 끝났습니다. A 편의 승리. 잃은 생명력의 비율이 작은 편이 이깁니다. [R-OTHER-1b]",
        "A 편이 잃은 생명력 11/80.",
    ):
        assert line in lines


def test_several_texts_stand_apart():
    _, once, _ = run(GOLDEN)
    _, twice, _ = run(GOLDEN, GOLDEN)
    assert twice == f"{once}\n{once}"


def test_another_language_may_be_asked_for():
    _, out, _ = run("--language", "en", GOLDEN)
    assert "Smash is strong against Onslaught. 세이버 won. [G-3]" in out


TOLD = sorted(
    str(path) for path in RECORDS.glob("*.json") if not path.stem.endswith(".expected") and str(path) != REFUSED
)


@pytest.mark.parametrize("path", TOLD)
def test_every_worked_example_can_be_told(path):
    status, out, err = run(path)
    assert (status, err) == (0, "")
    assert "편이 잃은 생명력" in out


def test_where_the_environment_knows_ascii_alone_the_text_is_written_all_the_same():
    bare = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "POSIX", "PYTHONIOENCODING": ""}
    command = [sys.executable, "manage.py", "adjudicate", str(GOLDEN), "missing.json"]
    done = subprocess.run(command, cwd=settings.BASE_DIR, env={**os.environ, **bare}, capture_output=True, check=False)
    assert done.returncode == 2
    assert "세이버: 생명력 69/80" in done.stdout.decode()
    assert "missing.json" in done.stderr.decode()
