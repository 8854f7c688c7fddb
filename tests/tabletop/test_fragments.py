"""What has changed on a page is sent, the least of it that makes the page right."""

from django.template import Context, Template
from hypothesis import given
from hypothesis import strategies as st

from campaigns.posts.markup import ready
from tabletop.fragments import changed, everything, place, whole
from tabletop.templatetags.live import COLLECTED

BOARD = {
    "board": f"<div>{place('a')}{place('b')}</div>",
    "a": f"<p>{place('bar')}</p>",
    "bar": "<i>80</i>",
    "b": "<p>b</p>",
}


def test_the_first_drawing_is_sent_whole():
    assert everything(BOARD) == {"board": "<div><p><i>80</i></p><p>b</p></div>"}


def test_of_a_changed_bar_only_the_bar_is_sent():
    assert changed(BOARD, {**BOARD, "bar": "<i>75</i>"}) == {"bar": "<i>75</i>"}


def test_a_changed_board_brings_what_is_in_it():
    after = {**BOARD, "board": f"<div>{place('b')}{place('a')}</div>", "bar": "<i>75</i>"}
    assert changed(BOARD, after) == {"board": "<div><p>b</p><p><i>75</i></p></div>"}


def test_what_is_gone_is_gone_with_the_board_around_it():
    after = {"board": f"<div>{place('b')}</div>", "b": "<p>b</p>"}
    assert changed(BOARD, after) == {"board": "<div><p>b</p></div>"}


def test_nothing_new_is_nothing_sent():
    assert changed(BOARD, dict(BOARD)) == {}


trees = st.recursive(
    st.text("xyz", max_size=3).map(lambda text: (text, [])),
    lambda inner: st.tuples(st.text("xyz", max_size=3), st.lists(inner, max_size=3)),
    max_leaves=8,
)


def drawing(tree, name="r"):
    text, children = tree
    names = [f"{name}.{n}" for n in range(len(children))]
    drawn = {name: f"<{name}>{text}{''.join(map(place, names))}</{name}>"}
    for child, inner in zip(names, children, strict=True):
        drawn |= drawing(inner, child)
    return drawn


@given(trees, trees)
def test_replacing_what_changed_makes_the_page_as_it_is_now(before, after):
    old, new = drawing(before), drawing(after)
    page = whole(old, "r")
    for name, html in changed(old, new).items():
        start, end = page.index(f"<{name}>"), page.index(f"</{name}>") + len(f"</{name}>")
        page = page[:start] + html + page[end:]
    assert page == whole(new, "r")


TEMPLATE = """{% load live %}{% fragment "board" %}<div id="board">{% for one in people %}{% fragment "p" one %}
<p id="p-{{ one }}">{{ one }}</p>
{% endfragment %}{% endfor %}</div>{% endfragment %}"""


def test_a_page_is_drawn_with_the_same_bytes_as_its_fragments():
    drawn = {}
    Template(TEMPLATE).render(Context({"people": ["a", "<b>"], COLLECTED: drawn}))
    assert drawn["p-a"] == '<p id="p-a">a</p>'
    page = Template(TEMPLATE).render(Context({"people": ["a", "<b>"]}))
    assert page == whole(drawn, "board")
    assert "&lt;b&gt;" in page


def test_no_text_of_anybodys_stands_for_a_fragment():
    mark = place("secret")
    assert mark not in Template("{{ text }}").render(Context({"text": f"{mark} \x02secret\x03"}))
    assert mark not in ready(f"{mark} \x02secret\x03 `{mark}`")
