"""Searching a war of 100,000 posts: any word of two syllables and more, with the count of what the searcher may see."""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

type Row = tuple[str, str, str]

POSTS = 100_000
ASKED = 300
NAMES = ("세이버", "랜서", "아처", "라이더", "캐스터", "어새신", "버서커")
PARTICLES = ("", "가", "는", "를", "의", "에게")
SECRET = 0.2
"""So much of what is written is not for everybody."""


def rows() -> list[Row]:
    sqlite = _measured([sys.executable, "-m", "bench.search"])
    row = (f"search among {POSTS:,} posts, SQLite: median, 95th percentile", _times(sqlite), "p95 < 5 ms")
    found = [
        row,
        ("  names, the most frequent words there are, 95th percentile", f"{sqlite['names']:.1f} ms", ""),
        ("  initials, 95th percentile", f"{sqlite['initials']:.1f} ms", ""),
        ("  one wrong syllable, 95th percentile", f"{sqlite['typos']:.1f} ms", ""),
        ("  two words typed as one, 95th percentile", f"{sqlite['joined']:.1f} ms", ""),
        ("  taking a post in, median", f"{sqlite['put']:.1f} ms", ""),
    ]
    if not _has_postgresql():
        return [*found, ("the same in PostgreSQL", "not measured: it is not installed", "p95 < 5 ms")]
    postgresql = _measured([sys.executable, "-m", "tests.servers", sys.executable, "-m", "bench.search"])
    return [
        *found,
        ("the same in PostgreSQL: median, 95th percentile", _times(postgresql), "p95 < 5 ms"),
        ("  names, the most frequent words there are, 95th percentile", f"{postgresql['names']:.1f} ms", ""),
        ("  one wrong syllable, 95th percentile", f"{postgresql['typos']:.1f} ms", ""),
        ("  two words typed as one, 95th percentile", f"{postgresql['joined']:.1f} ms", ""),
        ("  taking a post in, median", f"{postgresql['put']:.1f} ms", ""),
    ]


def _times(measured: dict[str, float]) -> str:
    return f"{measured['median']:.1f} / {measured['p95']:.1f} ms"


def _has_postgresql() -> bool:
    return any(Path("/usr/lib/postgresql").glob("*/bin"))


def _measured(command: list[str]) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="grailkeeper-bench-") as directory:
        env = {**os.environ, "VAR_DIR": directory, "SECRET_KEY": "only for measuring"}
        env["DJANGO_SETTINGS_MODULE"] = "config.settings"
        done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, check=True)
        found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
        return found


def main() -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    luck = random.Random(4)  # noqa: S311 - the same posts every time
    words = _vocabulary(luck)
    _register()
    seat = _war(luck, words)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
    long = [word for word in words if len(word) > 1]
    luck.shuffle(long)
    print(json.dumps(_figures(seat, luck, long)))


def _register() -> None:
    """The kind that is asked for, if its room has not said so already."""
    from django.utils.translation import gettext_lazy

    from campaigns.search.sources import KINDS, register

    if "post" not in KINDS:
        register("post", gettext_lazy("Posts"), lambda campaign: ())


def _figures(seat: Any, luck: random.Random, words: list[str]) -> dict[str, float]:
    from campaigns.search.letters import initials

    _asked(seat, words[:20])
    times = _asked(seat, words[:ASKED])
    return {
        "median": statistics.median(times),
        "p95": _p95(times),
        "names": _p95(_asked(seat, [*NAMES * 5])),
        "initials": _p95(_asked(seat, [initials(word) for word in words[:ASKED] if len(word) > 2])),
        "typos": _p95(_asked(seat, [_mistyped(luck, word) for word in words[:100] if len(word) > 2])),
        "joined": _p95(_asked(seat, [one + other for one, other in zip(words[:100], words[100:200], strict=True)])),
        "put": statistics.median(_put(seat.campaign, luck, words)),
    }


def _asked(seat: Any, words: list[str]) -> list[float]:
    """Milliseconds of each whole answer: counts of every kind, twenty finds, what is shown of them. Of three tries the best:
    the others tell what else the machine does."""
    return [min(_answer(seat, word) for _ in range(3)) for word in words]


def _answer(seat: Any, word: str) -> float:
    from campaigns.search.finding import find

    begun = time.perf_counter()
    find(seat, word)
    return (time.perf_counter() - begun) * 1000


def _put(campaign: Any, luck: random.Random, words: list[str]) -> list[float]:
    from campaigns.search.documents import put

    times = []
    for document in islice(_posts(luck, words, [campaign.seats.first().pk], "later"), 100):
        begun = time.perf_counter()
        put(campaign, document)
        times.append((time.perf_counter() - begun) * 1000)
    return times


def _p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def _mistyped(luck: random.Random, word: str) -> str:
    place = luck.randrange(len(word))
    return word[:place] + chr(luck.randrange(0xAC00, 0xD7A4)) + word[place + 1 :]


def _vocabulary(luck: random.Random) -> list[str]:
    """Words as a language has them: few syllables and few words are used all the time, most of them rarely."""
    syllables = [chr(0xAC00 + at) for at in luck.sample(range(11172), 900)]
    weights = [1 / (at + 1) ** 0.6 for at in range(900)]
    lengths = (1, 2, 2, 2, 3, 3, 4)
    made = ("".join(luck.choices(syllables, weights, k=luck.choice(lengths))) for _ in range(12_000))
    return list(dict.fromkeys(made))


def _war(luck: random.Random, words: list[str]) -> Any:
    """The seat of a player in a war of twelve, in which so many posts were written."""
    from campaigns.models import Campaign, Role, Seat, User
    from campaigns.search.documents import put_all

    campaign = Campaign.objects.create(name="해무항 성배전쟁")
    seats = [
        Seat.objects.create(campaign=campaign, user=User.objects.create_user(None, nickname=f"{n}"), role=role)
        for n, role in enumerate((Role.GM, *[Role.PLAYER] * 11))
    ]
    posts = _posts(luck, words, [seat.pk for seat in seats], "post")
    while some := list(islice(posts, 5000)):
        put_all(campaign, some)
    return seats[1]


def _posts(luck: random.Random, words: list[str], seats: list[int], name: str) -> Iterator[Any]:
    from campaigns.search import readers
    from campaigns.search.documents import Document, Part

    weights = [1 / (at + 1) ** 0.8 for at in range(len(words))]
    for number in range(POSTS):
        text = luck.choices(words, weights, k=luck.randint(8, 30))
        text += [luck.choice(NAMES) + luck.choice(PARTICLES) for _ in range(luck.choice((0, 1, 1, 2)))]
        luck.shuffle(text)
        secret = (readers.TABLE, readers.of_seat(luck.choice(seats)))
        for_ = secret if luck.random() < SECRET else (readers.ALL,)
        yield Document("post", f"{name}{number}", "부두", f"/{number}/", (Part(" ".join(text), for_),))


if __name__ == "__main__":
    main()
