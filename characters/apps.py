from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from campaigns.models import Seat


class CharactersConfig(AppConfig):
    name = "characters"

    def ready(self) -> None:
        from campaigns import demo, seats
        from characters.demo import bring_sheets

        seats.FOLLOW.append(characters_follow)
        demo.BRING.append(bring_sheets)


def characters_follow(old: "Seat", new: "Seat") -> None:
    """Who takes a seat over takes its characters."""
    old.characters.update(owner=new)
