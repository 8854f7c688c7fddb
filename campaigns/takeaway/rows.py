"""Small things about rows that come back: moments, addresses, and how many are stored at once."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import DateField, DateTimeField, Field, Model
from django.utils.dateparse import parse_date, parse_datetime, parse_time


def has_code(model: type[Model]) -> bool:
    return any(field.name == "code" and field.unique for field in model._meta.concrete_fields)


def moment(field: "Field[Any, Any]", value: str) -> Any:
    read = (
        parse_datetime
        if isinstance(field, DateTimeField)
        else parse_date
        if isinstance(field, DateField)
        else parse_time
    )
    if (found := read(value)) is None:
        raise ValueError(value)
    return found


def moments(model: type[Model], waiting: list[tuple[int, Model]]) -> list[dict[str, Any]]:
    """Columns that Django would set to this moment, as they were."""
    own = [field.attname for field in model._meta.concrete_fields if getattr(field, "auto_now", False)]
    return [{name: getattr(made, name) for name in own} for _, made in waiting] if own else []


def chunks(values: Iterable[str], size: int) -> Iterator[list[str]]:
    chunk: list[str] = []
    for value in values:
        chunk.append(value)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
