"""A war that has gone on for long: 100,000 posts, 300 fights, 12 seats. What its pages and its rescue file cost."""

import json
import logging
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

type Row = tuple[str, str, str]

POSTS, FIGHTS, SEATS, THREADS = 100_000, 300, 12, 200
TEXTS = 3_000
"""So many different ones are made ready; the posts choose among them."""
ROUNDS = 40
QUERIES, TIME = 15, 40


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="grailkeeper-bench-") as directory:
        env = {**os.environ, "VAR_DIR": directory, "SECRET_KEY": "only for measuring"}
        env["DJANGO_SETTINGS_MODULE"] = "config.settings"
        env["TMPDIR"] = directory
        done = subprocess.run(
            [sys.executable, "-m", "bench.campaign"], env=env, stdout=subprocess.PIPE, text=True, check=True
        )
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    limit = f"≤ {QUERIES}, ≤ {TIME} ms"
    return [
        (f"war of {POSTS:,} posts, {FIGHTS} fights: made in", f"{found['made']:.0f} s", ""),
        *(
            (f"  {name}: queries, median (processor)", f"{n}, {took:.1f} ms ({spent:.1f} ms)", limit)
            for name, n, took, spent in found["pages"]
        ),
        ("  rescue file of it", f"{found['rescue']:.1f} s, {found['size']:.0f} MB", "< 60 s"),
        ("  memory that writing it took beyond what was held", f"{found['memory']:.0f} MB", "constant"),
        ("  rescue file of a war of a tenth: the same memory", f"{found['small']:.0f} MB", "about as much"),
        ("  restored from it: until the war is there", f"{found['rows']:.0f} s", ""),
        ("    and until all of it is found by the search", f"{found['restored']:.0f} s", ""),
        ("    memory that restoring took beyond what was held", f"{found['held']:.0f} MB", ""),
    ]


class War(NamedTuple):
    campaign: Any
    seats: list[Any]
    saber: Any


def main() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    logging.disable(logging.WARNING)  # nobody listens to the bus here
    call_command("prepare", verbosity=0)
    begun = time.perf_counter()
    small = _war(POSTS // 10, FIGHTS // 10)
    war = _war(POSTS, FIGHTS)
    made = time.perf_counter() - begun
    pages = [(name, *_page(war, path)) for name, path in _paths(war).items()]
    few, many = _rescue_apart(small), _rescue_apart(war)
    print(json.dumps({"made": made, "pages": pages, "small": few["memory"], **many}))


def _paths(war: War) -> dict[str, str]:
    thread = war.campaign.threads.first().code
    return {
        "cover": "",
        "chronicle": "log/",
        "chronicle, only the story": "log/?kind=story",
        "chronicle of a character": f"log/?who=c:{war.saber.code}",
        "chronicle with the choice of filters": "log/?filter=1",
        "a thread": f"threads/{thread}/",
        "board": "board/",
        "sheet": f"sheets/{war.saber.code}/",
        "ledger": f"sheets/{war.saber.code}/ledger/",
        "search": "search/?q=세이버",
        "fights": "fights/",
    }


def _page(war: War, path: str) -> tuple[int, float, float]:
    """Queries of a page for a player, and the median milliseconds it takes under Django's own handler, by the clock and of the
    processor: on a machine that does other things too, the two are apart."""
    from django.core.handlers.wsgi import WSGIHandler
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from bench._table import _cookie
    from config.asgi import environ

    user = war.seats[1].user
    client = Client(headers={"host": "localhost"})
    client.force_login(user)
    where, _, query = f"/c/{war.campaign.code}/{path}".partition("?")
    with CaptureQueriesContext(connection) as asked:
        client.get(where, query_params=dict([query.split("=")]) if query else {})
    queries = len(asked)  # counted now: the next request empties the log
    scope = {
        "method": "GET",
        "path": where,
        "query_string": quote(query, safe="=&").encode(),
        "http_version": "1.1",
        "headers": [(b"host", b"localhost"), (b"cookie", _cookie(user).encode())],
    }
    handler, times, spent = WSGIHandler(), [], []
    for _ in range(ROUNDS):
        begun, worked = time.perf_counter(), time.process_time()
        response = handler(environ(scope, b""), lambda *_: None)
        response.close()
        times.append((time.perf_counter() - begun) * 1000)
        spent.append((time.process_time() - worked) * 1000)
        assert response.status_code == 200, (path, response.status_code)
    return queries, statistics.median(times), statistics.median(spent)


def _rescue_apart(war: War) -> dict[str, float]:
    """The rescue file, written by a process of its own, whose memory then tells what writing takes."""
    command = [sys.executable, "-m", "bench.campaign", war.campaign.code]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def _rescue(code: str) -> None:
    """Seconds, megabytes of the file, and megabytes of memory beyond what the process had before; and restored from it."""
    import django

    django.setup()
    from campaigns.models import Campaign
    from campaigns.takeaway import rescue

    campaign = Campaign.objects.get(code=code)
    held = _peak()
    begun = time.perf_counter()
    with tempfile.TemporaryFile() as file:
        rescue.write(campaign, file)
        took, size = time.perf_counter() - begun, file.tell() / 1e6
        memory = _peak() - held
        found = _restored(campaign, file)
    print(json.dumps({"rescue": took, "size": size, "memory": memory, **found}))


def _restored(campaign: Any, file: Any) -> dict[str, float]:
    """A copy of the war, which is still here: every address in it becomes another one, which takes longest."""
    from campaigns.takeaway import restore

    held, begun, whole = _peak(), time.perf_counter(), 0.0
    rest = restore.LATER[:]

    def there(*_: Any) -> None:
        nonlocal whole
        whole = time.perf_counter() - begun

    restore.LATER[:] = [there, *rest]
    done = restore.restore(file, campaign.seats.first().user)
    assert isinstance(done, restore.Restored), done
    return {"rows": whole, "restored": time.perf_counter() - begun, "held": _peak() - held}


def _peak() -> float:
    """The most memory this process has had, in MB; what `resource` says of it begins with that of the parent."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def _war(posts: int, fights: int) -> War:
    from campaigns.models import Campaign, Role, Seat, User
    from campaigns.search.sources import rebuild

    luck = random.Random(7)  # noqa: S311 - the same war every time
    campaign = Campaign.objects.create(name="해무항 성배전쟁")
    roles = (Role.GM, *[Role.PLAYER] * (SEATS - 2), Role.SPECTATOR)
    people = [User.objects.create_user(None, nickname=f"참가자 {number}") for number in range(SEATS)]
    seats = [
        Seat.objects.create(campaign=campaign, user=user, role=role) for user, role in zip(people, roles, strict=True)
    ]
    saber = _fights(campaign, seats, fights)
    _posts(campaign, seats, posts, luck)
    rebuild(campaign)
    return War(campaign, seats, saber)


def _fights(campaign: Any, seats: list[Any], count: int) -> Any:
    from characters import sheets
    from characters.sheet import Servant
    from combat.opening import Pick, open_fight
    from tabletop import referee

    strong = {"strength": "B", "endurance": "A", "agility": "C", "hp": 80, "hp_max": 80, "mp": 70, "mp_max": 70}
    saber = sheets.create(campaign, Servant(name="세이버", **strong), by=None, owner=seats[1])
    lancer = sheets.create(campaign, Servant(name="랜서", **strong), by=None, owner=seats[2])
    picks = (Pick(saber.code, "A", "front"), Pick(lancer.code, "B", "front"))
    for number in range(count):
        fight: Any = open_fight(campaign, seats[0], f"부두의 결투 {number}", picks, {"slots_per_round": 5})
        for who, card in ((saber.code, "smash"), (lancer.code, "counter")):
            foe = lancer.code if who == saber.code else saber.code
            slots = [{"attack": {foe: card}}] * 2 + [{}] * 3
            move = {"by": who, "do": "plan", "slots": slots}
            referee.play(fight.record_id, seat=who, move=move, by=None, sealed=True)
        for move in ({"by": "gm", "do": "reveal", "slots": 5}, {"by": "gm", "do": "end"}):
            referee.play(fight.record_id, seat="gm", move=move, by=seats[0].user)
    return saber


def _posts(campaign: Any, seats: list[Any], count: int, luck: random.Random) -> None:
    from django.utils import timezone

    from campaigns.models import Audience, Post, PostKind, PostReader, Thread

    texts = _texts(luck)
    threads = [
        Thread.objects.create(campaign=campaign, title=f"부두의 밤 {number}", seat=seats[0])
        for number in range(THREADS)
    ]
    kinds = (PostKind.IN_CHARACTER, PostKind.IN_CHARACTER, PostKind.OUT_OF_CHARACTER, PostKind.NARRATION)
    first = timezone.now() - timedelta(days=100)
    for begin in range(0, count, 5_000):
        made = []
        for number in range(begin, min(begin + 5_000, count)):
            seat, (text, html) = luck.choice(seats), luck.choice(texts)
            place, thread = divmod(number, THREADS)
            made.append(
                Post(
                    campaign=campaign,
                    thread=threads[thread],
                    sequence=place + 1,
                    seat=seat,
                    owner=seat,
                    kind=luck.choice(kinds),
                    text=text,
                    html=html,
                    audience=Audience.NAMED if luck.random() < 0.1 else Audience.ALL,
                    at=first + timedelta(seconds=number * 80),
                )
            )
        kept = Post.objects.bulk_create(made, batch_size=500)
        secret = [post for post in kept if post.audience == Audience.NAMED]
        PostReader.objects.bulk_create(PostReader(post=post, seat=luck.choice(seats)) for post in secret)


def _texts(luck: random.Random) -> list[tuple[str, str]]:
    from bench.search import NAMES, _vocabulary
    from campaigns.posts.markup import ready

    words = _vocabulary(luck)
    weights = [1 / (at + 1) ** 0.8 for at in range(len(words))]
    found = []
    for _ in range(TEXTS):
        text = " ".join([luck.choice(NAMES), *luck.choices(words, weights, k=luck.randint(8, 40))])
        found.append((text, ready(text)))
    return found


if __name__ == "__main__":
    assert Path(os.environ["VAR_DIR"]).is_dir()
    _rescue(sys.argv[1]) if sys.argv[1:] else main()
