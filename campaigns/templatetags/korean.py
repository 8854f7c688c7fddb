"""`{{ name|josa:"이/가" }}`: a name with its Korean particle (조사)."""

from html import unescape

from django import template
from django.utils.safestring import SafeData, SafeString
from django.utils.translation import get_language

from campaigns.particles import particle

register = template.Library()


@register.filter(is_safe=True)
def josa(name: object, pair: str) -> str:
    """In Korean the name and the form of `pair` that follows it; in every other language the bare name."""
    text = str(name)
    if get_language() != "ko":
        return name if isinstance(name, SafeString) else text
    return text + particle(unescape(text) if isinstance(name, SafeData) else text, pair)
