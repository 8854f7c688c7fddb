"""Posts: what they are called, and plain choice fields without a widget's wrapping."""

from django import forms, template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from campaigns.models import Post, PostKind
from campaigns.posts.view import name_of

register = template.Library()


@register.filter
def kind_label(kind: str) -> str:
    return str(PostKind(kind).label)


@register.filter
def by(post: Post) -> str:
    """Whom a post is spoken by."""
    return name_of(post)


@register.filter
def pieces(said: str) -> list[str]:
    """The words of a text; "_" is a space inside one."""
    return [word.replace("_", " ") for word in said.split()]


@register.simple_tag
def options(form: forms.Form, name: str) -> SafeString:
    """The options of a choice, the chosen one marked."""
    chosen = str(form[name].value() or "")
    return format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        (
            (value, SafeString(" selected") if str(value) == chosen else "", label)
            for value, label in form.fields[name].choices  # type: ignore[attr-defined]
        ),
    )


@register.simple_tag
def checks(form: forms.Form, name: str) -> SafeString:
    """A check box for each choice."""
    chosen = set(form[name].value() or [])
    return format_html_join(
        "",
        "{}",
        (
            (
                format_html(
                    '<label class="check"><input type="checkbox" name="{}" value="{}"{}><span>{}</span></label>',
                    name,
                    value,
                    SafeString(" checked") if value in chosen else "",
                    label,
                ),
            )
            for value, label in form.fields[name].choices  # type: ignore[attr-defined]
        ),
    )
