"""Accounts, causes and reckonings by the words people read."""

from django import template

from characters.ledger import words
from characters.ledger.reading import Account

register = template.Library()


@register.filter
def account_name(account: Account) -> str:
    return words.account_name(account.key, account.name)


@register.filter
def cause_name(cause: str) -> str:
    return words.cause_name(cause)


@register.filter
def plus(number: int) -> str:
    """A change, with its sign; the true minus."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")
