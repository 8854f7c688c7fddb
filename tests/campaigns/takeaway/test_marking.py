"""What a log says in Markdown and in plain text is what its posts say."""

import re
from html import unescape

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from campaigns.posts.markup import ready, ready_plain
from campaigns.takeaway.formats import as_markdown
from campaigns.takeaway.marking import markdown
from campaigns.takeaway.session import Line, Section, Session, clean, words
from tests.characters.sheets import calmly

THROWS = (
    '<p><span class="roll"><span class="throw"><span class="nth">#1</span> (2D6KH1) ＞ <b class="total">3</b></span> '
    '<span class="throw"><span class="nth">#2</span> (2D6KH1) ＞ <b class="total">4</b></span> '
    '<span class="comment">재주</span></span></p>'
)


@pytest.mark.parametrize(
    "written",
    [
        "안개가 **부두**를 덮는다.",
        "> 종이 세 번 울린다",
        "- 등대\n- 창고",
        "1. 하나\n2. 둘",
        "첫 문단\n\n*둘째* 문단",
        "~~지움~~ `코드*` ||숨은 **말**||",
        "#### 제목",
        "```\n그대로 *둔* 것\n  들여 쓴 줄\n```",
        "`` 가`<b>`나 ``",
        "````\n```\n<b>굵게</b>\n```\n````",
        "| 가  | 나  |\n| --- | --- |\n| 1  | 2 |",
        "> 인용 안의\n>\n> - 목록",
        "3. 셋\n4. 넷",
        "- 하나\n  - 안\n\n* 다른 목록",
        "# 큰 제목\n\n#### 작은 제목 \\#",
        "두 줄\n제목\n===",
        "| 가 | 나 |\n| --: | :-: |\n| a\\|b | `c` |",
        "```\n가\n\n\n나\n```",
        "하하~~~취소~~\n\n~~취소~~~ 끝",
        "a_b_ \\_c\\_ &amp;amp; \\&amp;",
        "\\||덮지 않은|| 말, ||덮은 말||",
        "\\|||\\|덮은 말\\|||",
    ],
)
def test_markdown_comes_back_as_it_was_written(written):
    made = markdown(clean(ready(written)))
    assert clean(ready(made)) == clean(ready(written))


@pytest.mark.parametrize(
    "said",
    [
        *("2*3*4", "<b>굵게</b>", "`", "1D100<=65", "a\\*b", "하~~하~~", "~~~♪", "[판정] 성공"),
        *("[여기](javascript:alert(1))", "![그림](https://example.org/a.png)", "[가]: https://example.org", "[가][나]"),
    ],
)
def test_what_was_no_markup_becomes_none(said):
    html = f"<p>{said.replace('<', '&lt;').replace('>', '&gt;')}</p>"
    assert clean(ready(markdown(html))) == clean(html)


SIGNS = [*"#-+*>~_`|=:.![]()&<\\가1\u3000 \n", "# ", "- ", "12. ", "---", "가나"]


@calmly
@given(st.lists(st.sampled_from(SIGNS), max_size=14).map("".join))
def test_lines_that_were_no_markup_become_none_wherever_they_begin(said):
    def shown(html):
        return [" ".join(unescape(line).split()) for line in re.split(r"<br>|</?p>", html) if line.split()]

    html = clean(ready_plain(said))
    assert shown(clean(ready(markdown(html)))) == shown(html)


@pytest.mark.parametrize("begun", ["# 셋", "- 셋", "+ 셋", "3. 셋", "3) 셋", "> 셋", "---", "===", "~~~", "| --- |"])
def test_a_line_that_begins_like_markup_stays_a_line(begun):
    html = clean(ready_plain(f"| 하나 |\n{begun}\n둘"))
    assert clean(ready(markdown(html))) == html.replace("<br>", "<br>\n")
    assert begun[0] in markdown(html) and markdown(html).count("\\") <= begun.count("~") + 1


def test_what_is_no_html_is_words():
    assert markdown("a <![x y]> b") == "a \\<![x y]> b"


def test_names_and_titles_become_no_markup_either():
    said = Line(kind="ic", name="<b>*세이버*</b>", html="<p>가자.</p>")
    log = Session("<script>", "해무항", timezone.now(), (Section("thread", "`부두`", (said,)),))
    assert as_markdown(log) == "# \\<script>\n\n## \\`부두\\`\n\n**\\<b>\\*세이버\\*\\</b>**  \n가자.\n"


def test_a_line_that_was_broken_is_broken_once():
    html = clean(ready("배를 살핀다.\n\n2D6 수색\n1D100 눈치"))
    assert words(html) == "배를 살핀다.\n2D6 수색\n1D100 눈치"
    assert markdown(html) == "배를 살핀다.\n\n2D6 수색  \n1D100 눈치"


def test_every_throw_of_a_repeated_roll_has_its_line_and_its_comment_its_space():
    assert words(THROWS) == "#1 (2D6KH1) ＞ 3\n#2 (2D6KH1) ＞ 4 재주"
    assert words(clean(THROWS)) == words(THROWS)
    assert markdown(clean(THROWS)) == "#1 (2D6KH1) ＞ **3**  \n#2 (2D6KH1) ＞ **4** 재주"


def test_lists_and_what_was_kept_as_it_stood_have_their_lines_in_plain_text():
    assert words(clean(ready("3. 셋\n4. 넷\n   - 안\n\n- 밖"))) == "3. 셋\n4. 넷\n- 안\n- 밖"
    assert words(clean(ready("- 등대\n- 창고\n\n```\n가\n나\n```\n끝"))) == "- 등대\n- 창고\n가\n나\n끝"
