"""What of a page stays the same when it is asked for again."""

import re

TOKENS = re.compile(
    r"""(csrfmiddlewaretoken" value="|X-CSRFToken": "|X-CSRFToken&quot;: &quot;|nonce="|nonce-|name="address" value=")[\w/+=-]+"""
)


def lasting(page: str) -> str:
    """The page (or its headers) without the tokens that are drawn at random for every answer.

    Also for asking whether a short name stands in it: one of two letters stands in every sixtieth token.
    """
    return TOKENS.sub(r"\1", page)
