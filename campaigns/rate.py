"""How often somebody may knock: token buckets in Redis, one for an address and one for the name he tries.

With the bus down everybody is let through: a war must not stop for it, and passwords are still slow to check.
"""

import logging
from collections.abc import Callable
from functools import cache, wraps
from hashlib import sha256
from ipaddress import IPv6Address, ip_address

import msgspec
import redis
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from redis.backoff import NoBackoff
from redis.retry import Retry

from campaigns import names

type View = Callable[..., HttpResponse]

log = logging.getLogger(__name__)


class Bucket(msgspec.Struct, frozen=True):
    """Holds `size` tries; one comes back every `seconds`."""

    size: int
    seconds: int


# A whole table joins from one address, so joining is generous; a name is tried by its owner and by whoever guesses.
SIGN_UP = Bucket(6, 120)
SIGN_IN = Bucket(20, 15)
SIGN_IN_AS = Bucket(8, 30)
JOIN = Bucket(40, 10)

# One script, so that two tries at once never take the same token. KEYS: buckets; ARGV: size and seconds of each.
TAKE = """
local now = redis.call('TIME')
now = now[1] + now[2] / 1e6
local held, wait = {}, 0
for i, key in ipairs(KEYS) do
  local size, every = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local was = redis.call('HMGET', key, 'left', 'at')
  held[i] = math.min(size, (tonumber(was[1]) or size) + (now - (tonumber(was[2]) or now)) / every)
  wait = math.max(wait, math.ceil((1 - held[i]) * every))
end
if wait > 0 then return wait end
for i, key in ipairs(KEYS) do
  redis.call('HSET', key, 'left', held[i] - 1, 'at', now)
  redis.call('EXPIRE', key, ARGV[2 * i - 1] * ARGV[2 * i])
end
return 0
"""


def wait(taps: dict[str, Bucket]) -> int:
    """Take one token of every bucket, by its key. 0, or the seconds until all of them have one (then none is taken)."""
    numbers = [number for bucket in taps.values() for number in (bucket.size, bucket.seconds)]
    try:
        return int(_redis().eval(TAKE, len(taps), *(f"grailkeeper:rate:{key}" for key in taps), *numbers))
    except redis.RedisError as error:
        log.warning("rate limits are off while the bus is down: %s", error)
        return 0


def limited(door: str, by_address: Bucket, by_name: Bucket | None = None) -> Callable[[View], View]:
    """For a view: every POST costs a token of its address and, `by_name`, one of the name in the form; 429 without."""

    def decorate(view: View) -> View:
        @wraps(view)
        def asked(request: HttpRequest, **where: object) -> HttpResponse:
            if request.method == "POST" and (seconds := wait(_taps(request, door, by_address, by_name))):
                return _slow_down(request, seconds)
            return view(request, **where)

        return asked

    return decorate


def _slow_down(request: HttpRequest, seconds: int) -> HttpResponse:
    slow = render(request, "campaigns/slow.html", {"minutes": -(-seconds // 60)}, status=429)
    slow["Retry-After"] = str(seconds)
    return slow


def _taps(request: HttpRequest, door: str, by_address: Bucket, by_name: Bucket | None) -> dict[str, Bucket]:
    taps = {f"{door}:at:{_network(request)}": by_address}
    if by_name:
        name = names.fold(names.tidy(request.POST.get("name", "")))
        taps[f"{door}:as:{sha256(name.encode('utf-8', 'replace')).hexdigest()[:32]}"] = by_name
    return taps


def _network(request: HttpRequest) -> str:
    """The address of the other side; of IPv6 the half that its owner cannot choose freely."""
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return "unknown"
    return str(IPv6Address(int(address) >> 64 << 64)) if isinstance(address, IPv6Address) else str(address)


@cache
def _redis() -> redis.Redis:
    quick = {"socket_connect_timeout": 0.3, "socket_timeout": 0.3, "retry": Retry(NoBackoff(), 0)}
    return redis.Redis.from_url(settings.REDIS_URL, **quick)
