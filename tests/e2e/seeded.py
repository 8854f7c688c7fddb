"""A melee on the running server, put there by a program of its own, and the cookie of everybody who sits at it.

python -m tests.e2e.seeded 5    prints {"fight": address, "cookies": {nickname: session}}, of five slots a round
"""

import json
import os
import subprocess
import sys

from tests.serving import Serving


def melee_on(server: Serving, slots: int = 5) -> dict[str, object]:
    """The melee of `tests.combat.melee` with so many slots a round, in the database of `server`."""
    make = [sys.executable, "-m", "tests.e2e.seeded", str(slots)]
    said = subprocess.run(make, env=server.env, capture_output=True, text=True, check=True)
    return json.loads(said.stdout)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from campaigns.models import User
    from campaigns.sessions import BACKEND, SessionStore
    from tests.combat.melee import melee

    def session(user: User) -> str:
        store = SessionStore()
        store[SESSION_KEY] = str(user.pk)
        store[BACKEND_SESSION_KEY] = BACKEND
        store[HASH_SESSION_KEY] = user.get_session_auth_hash()
        store.save()
        return str(store.session_key)

    table = melee(slots_per_round=int(sys.argv[1]))
    cookies = {name: session(seat.user) for name, seat in table.war.seats.items()}
    codes = {name: person.code for name, person in table.people.items()}
    print(json.dumps({"fight": table.at(), "cookies": cookies, "codes": codes}))


if __name__ == "__main__":
    main()
