"""An old CCFOLIA session of 3,000 messages brought in by the form: looked at, then stored and found by the search."""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from io import BytesIO
from typing import Any

type Row = tuple[str, str, str]

MESSAGES, TRIES = 3_000, 3
SPEAKERS = ("세이버", "랜서", "마스터 A", "마스터 B", "GM")
SAID = "등대 아래에서 기다리던 사람은 오지 않았고, 파도만이 방파제를 넘어 발목까지 차올랐다. "


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="grailkeeper-bench-") as directory:
        env = {**os.environ, "VAR_DIR": directory, "SECRET_KEY": "only for measuring"}
        env["DJANGO_SETTINGS_MODULE"] = "config.settings"
        command = [sys.executable, "-m", "bench.bringing"]
        done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return [
        (f"CCFOLIA log of {MESSAGES:,} messages ({found['size']:.1f} MB): preview and storing", _said(found), "< 5 s"),
        ("  the preview of it", f"{found['look']:.2f} s", ""),
        ("  storing it, to be found by the search", f"{found['take']:.2f} s", ""),
    ]


def _said(found: dict[str, float]) -> str:
    return f"{found['look'] + found['take']:.2f} s"


def main() -> None:
    import logging

    import django

    django.setup()
    from django.core.management import call_command

    logging.disable(logging.WARNING)  # nobody listens to the bus here
    call_command("prepare", verbosity=0)
    log = _log()
    tries = [_brought(log) for _ in range(TRIES)]
    look, take = min(tries, key=sum)
    print(json.dumps({"look": look, "take": take, "size": len(log) / 1e6}))


def _log() -> bytes:
    """As the program writes it: three tabs, rolls, and changes of HP and MP."""
    head = '<!DOCTYPE html><html lang="ja"><head><meta charset="UTF-8"><title>ccfolia - logs</title></head><body>\n'
    return "".join([head, *_messages(), "</body></html>\n"]).encode()


def _messages() -> Iterator[str]:
    for number in range(MESSAGES):
        tab = ("main", "main", "main", "other", "info")[number % 5]
        speaker, said = SPEAKERS[number % len(SPEAKERS)], SAID * (1 + number % 4)
        if number % 7 == 0:
            said = "2D6+3 공격 (2D6+3) ＞ 7[3,4]+3 ＞ 10"
        if number % 11 == 0:
            speaker, said = "system", f"[ 세이버 ] HP : {90 - number % 60} → {89 - number % 60}"
        spans = f"<span> [{tab}]</span><span>{speaker}</span> :<span>\n    {said}\n  </span>"
        yield f'<p style="color:#aa3322;">\n  {spans}\n</p>\n'


def _brought(log: bytes) -> tuple[float, float]:
    """Seconds of the two answers that a GM waits for, in a war of its own."""
    from django.test import Client

    from campaigns.models import Campaign, Post, Role, Seat, User

    campaign = Campaign.objects.create(name="해무항 성배전쟁")
    user = User.objects.create_user(None, nickname="gm")
    Seat.objects.create(campaign=campaign, user=user, role=Role.GM)
    client = Client(headers={"host": "localhost"})
    client.force_login(user)
    address, file = f"/c/{campaign.code}/log/bring/", BytesIO(log)
    file.name = "첫 밤.html"
    looked, shown = _timed(lambda: client.post(address, {"file": file}))
    token = re.search(r'name="token" value="(\w+)"', shown.text)
    assert token, shown.status_code
    tabs = {"tab-0": "ic", "tab-1": "ooc", "tab-2": "ooc"}
    filled = {"token": token[1], "title": "첫 밤", "act": "take", **tabs}
    taken, answer = _timed(lambda: client.post(address, filled))
    assert answer.status_code == 302 and Post.objects.filter(campaign=campaign).count() == MESSAGES
    return looked, taken


def _timed(ask: Any) -> tuple[float, Any]:
    begun = time.perf_counter()
    answer = ask()
    return time.perf_counter() - begun, answer


if __name__ == "__main__":
    main()
