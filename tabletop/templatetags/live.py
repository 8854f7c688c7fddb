"""`{% fragment "board" %}<p id="board">…</p>{% endfragment %}`: a part of the page that is replaced by itself."""

from typing import Any

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.utils.safestring import SafeString

from tabletop.fragments import place

register = template.Library()

COLLECTED = "collected_fragments"
"""The context variable that a drawer sets to a dict; without it a fragment is drawn in its place."""


class FragmentNode(template.Node):
    def __init__(self, names: list[FilterExpression], content: NodeList):
        self.names, self.nodelist = names, content

    def render(self, context: template.Context) -> SafeString:
        html = SafeString(self.nodelist.render(context).strip())
        collected: dict[str, str] | None = context.get(COLLECTED)
        if collected is None:
            return html
        name = "-".join(str(part.resolve(context)) for part in self.names)
        collected[name] = html
        return SafeString(place(name))


@register.tag
def fragment(parser: Parser, token: Token) -> FragmentNode:
    """The arguments, joined by "-", are the id of the one element inside."""
    names: list[Any] = [parser.compile_filter(bit) for bit in token.split_contents()[1:]]
    content = parser.parse(("endfragment",))
    parser.delete_first_token()
    return FragmentNode(names, content)
