"""The cast writes: short ways to threads and posts."""

from itertools import count
from typing import Any

from campaigns.models import Audience, Post, PostKind, Thread, ThreadReader
from campaigns.posts.writing import Refused, Words, write
from tests.combat.war import War

_forms = count()


def thread(war: War, title: str = "부두의 밤", *, among: tuple[str, ...] = (), **fields: Any) -> Thread:
    """A thread for everybody, or for those `among` whom it is."""
    audience = Audience.NAMED if among else Audience.ALL
    made = Thread.objects.create(campaign=war.campaign, title=title, audience=audience, seat=war.seats["gm"], **fields)
    for name in among:
        ThreadReader.objects.create(thread=made, seat=war.seats[name])
    return made


def tried(
    where: Thread,
    war: War,
    who: str,
    text: str,
    kind: str = "ic",
    *,
    to_names: tuple[str, ...] | None = None,
    **words: Any,
) -> Post | Refused:
    """What comes of a post; `to_names` are those it is for, () for who runs the table."""
    if to_names is not None:
        words |= {"audience": Audience.NAMED, "readers": frozenset(war.seats[name].pk for name in to_names)}
    if "asks" in words:
        words["asks"] = frozenset(war.seats[name].pk for name in words["asks"])
    return write(where, war.seats[who], Words(kind=kind, text=text, **words), f"form {next(_forms)}")


def say(where: Thread, war: War, who: str, text: str, kind: str = "ic", **words: Any) -> Post:
    made = tried(where, war, who, text, kind, **words)
    assert isinstance(made, Post), made
    return made


def declare(where: Thread, war: War, who: str = "alice", text: str = "부두를 살핀다.", **words: Any) -> Post:
    return say(where, war, who, text, PostKind.DECLARATION, **words)


def filled(text: str, **fields: Any) -> dict[str, Any]:
    """The composer filled in, as a browser sends it."""
    return {"text": text, "kind": "ic", "voice": "", "audience": "all", "arrival": f"browser {next(_forms)}"} | fields
