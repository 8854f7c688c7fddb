"""Which tables a war consists of: what a rescue file holds, and what it leaves out and why.

Every room names its own models, all of them, in its module `rescued`; a test fails for one that is named nowhere. The rest is
asked of the models: columns, the order in which rows can be made again, tables of many-to-many fields.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import msgspec
from django.apps import apps
from django.db.models import Field, ForeignKey, Model, Q, QuerySet
from django.utils.module_loading import module_has_submodule

from campaigns.models import Campaign, User

type Row = dict[str, Any]


class Table(msgspec.Struct, frozen=True):
    """One table in a rescue file. `paths` lead from its model to the campaign, "" where it is the campaign itself.

    `without` are columns that are not taken along, since they hold a token or are worked out again. `covered` says which
    rows the GM must not read now: they go into the sealed part. `made` looks over a row that comes back, before it is
    stored: it raises ValueError for what no page could show.
    """

    paths: tuple[str, ...]
    without: tuple[str, ...] = ()
    covered: Callable[[Campaign], Q] | None = None
    made: Callable[[Row, "Keys"], None] | None = None

    def of(self, model: type[Model], campaign: Campaign) -> QuerySet[Any]:
        """The rows of the campaign, in the order they were made."""
        there = Q()
        for path in self.paths:
            there |= Q(**{path or "pk": campaign.pk})
        return model._base_manager.filter(there).order_by("pk")


type Keys = Mapping[str, Mapping[int, int]]
"""By model: primary keys in the file → primary keys here."""

KEPT: dict[str, Table] = {}
LEFT: dict[str, str] = {}
"""What is left out, and the reason."""

AFTER: list[Callable[[Campaign], None]] = []
"""What has to be worked out anew when a campaign has come back."""

LATER: list[Callable[[Campaign, Callable[[int], None]], None]] = []
"""What is worked out once it is there, with how many rows are done; a war without that is whole."""

TAKEN: list[Callable[[Campaign, User], None]] = []
"""What has to be said when somebody takes the file: it may hold what the log tells of whoever has seen it."""


@cache
def ask_rooms() -> None:
    """Let every room name its models (`rescued`) and what it has to tell in a log (`published`), once."""
    for config in apps.get_app_configs():
        for name in ("rescued", "published"):
            if module_has_submodule(config.module, name):
                import_module(f"{config.name}.{name}").register()


def keep(label: str, *paths: str, **more: Any) -> None:
    """A model that goes along. Two rooms may lead to one model below them (`tabletop.Entry`): the paths add up."""
    before = KEPT.get(label)
    if before is None:
        KEPT[label] = Table(paths, **more)
        return
    cover = [each for each in (before.covered, more.get("covered")) if each]
    KEPT[label] = msgspec.structs.replace(
        before,
        paths=(*before.paths, *paths),
        covered=(lambda campaign: _either(each(campaign) for each in cover)) if cover else None,
        made=before.made or more.get("made"),
    )


def leave(why: str, *labels: str) -> None:
    LEFT.update(dict.fromkeys(labels, why))


def _either(found: Iterable[Q]) -> Q:
    either = Q(pk__in=())
    for each in found:
        either |= each
    return either


def tables() -> list[tuple[type[Model], Table]]:
    """Every table, those of many-to-many fields among them, what is pointed to before what points to it."""
    ask_rooms()
    found = {apps.get_model(label): table for label, table in KEPT.items()}
    for model, table in list(found.items()):
        found |= dict(_crossings(model, table))
    return [(model, found[model]) for model in _sorted(list(found))]


def _crossings(model: type[Model], table: Table) -> Iterator[tuple[type[Model], Table]]:
    """The tables that hold the many-to-many fields of the model; those with a model of their own are named like any other."""
    for field in model._meta.local_many_to_many:
        through = field.remote_field.through
        if through is not None and through._meta.auto_created:
            own = field.m2m_field_name()
            yield through, Table(tuple(f"{own}__{path}" if path else own for path in table.paths))


def pointing(model: type[Model]) -> list["ForeignKey[Any, Any]"]:
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]


def columns(model: type[Model], table: Table) -> list["Field[Any, Any]"]:
    return [field for field in model._meta.concrete_fields if field.name not in table.without]


def _sorted(models: list[type[Model]]) -> list[type[Model]]:
    done: list[type[Model]] = []

    def visit(model: type[Model], above: tuple[type[Model], ...]) -> None:
        if model in done:
            return
        assert model not in above, f"{model} points to itself by way of {above}"
        for field in pointing(model):
            target = field.related_model
            if target in models and target is not model:
                visit(target, (*above, model))
        done.append(model)

    for model in sorted(models, key=lambda each: each._meta.label):
        visit(model, ())
    return done
