"""`{% kept "line" key… %}…{% endkept %}`: HTML that is the same whenever its key is, so it is made once per process.

For parts of a live page that never change again, such as the lines of a log: a redraw after every move would make them all
anew. The key must name everything that the part depends on; the language and the time zone are in it already.
"""

from typing import Any

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from tabletop.records import Kept

register = template.Library()

_kept: Kept[SafeString] = Kept(4096)


class KeptNode(template.Node):
    def __init__(self, key: list[FilterExpression], content: NodeList):
        self.key, self.nodelist = key, content

    def render(self, context: template.Context) -> SafeString:
        key = (get_language(), get_current_timezone_name(), *(part.resolve(context) for part in self.key))
        found = _kept.get(key)
        return found if found is not None else _kept.put(key, self.nodelist.render(context))


@register.tag
def kept(parser: Parser, token: Token) -> KeptNode:
    key: list[Any] = [parser.compile_filter(bit) for bit in token.split_contents()[1:]]
    content = parser.parse(("endkept",))
    parser.delete_first_token()
    return KeptNode(key, content)
