"""`{{ field|described }}`: a form's field that names the caption under it to who hears the page."""

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def described(field: BoundField) -> SafeString:
    """Django itself names a help text and an error, but no caption that a template gives."""
    ids = [f"{field.auto_id}_error"] if field.errors else []
    return field.as_widget(attrs={"aria-describedby": " ".join([*ids, f"{field.auto_id}_helptext"])})
