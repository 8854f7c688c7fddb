"""Korean particles (조사): which of two forms follows a name, by how the name is read aloud."""

import re
import unicodedata
from enum import Enum

PAIRS = frozenset(
    [
        *(
            "은/는",
            "이/가",
            "을/를",
            "과/와",
            "으로/로",
            "아/야",
            "이라/라",
            "이라고/라고",
            "이라는/라는",
            "이라면/라면",
        ),
        *("이나/나", "이랑/랑", "이여/여", "이고/고", "이며/며", "으로서/로서", "으로써/로써", "으로부터/로부터"),
    ]
)
"""The pairs a template may ask for: after a closed syllable / after an open one."""

EITHER = {"과/와": "과(와)", "이/가": "이(가)", "은/는": "은(는)", "을/를": "을(를)", "아/야": "아(야)"}


class Sound(Enum):
    """How a reading ends: on a vowel, on ㄹ, or on another consonant (받침)."""

    OPEN = "open"
    RIEUL = "rieul"
    CLOSED = "closed"


def particle(text: str, pair: str) -> str:
    """The form of `pair` ("이/가") that follows `text`; where nobody can know, both, as Koreans write it: "이(가)".

    A particle that never changes is a pair as well ("의/의"), since only Korean takes it.
    """
    closed, is_open = pair.split("/")
    if closed == is_open:
        return closed
    match ending(text):
        case None:
            return EITHER.get(pair) or f"({closed.removesuffix(is_open)}){is_open}"
        case Sound.OPEN:
            return is_open
        case Sound.RIEUL if closed.startswith("으로"):
            return is_open
        case _:
            return closed


def ending(text: str) -> Sound | None:
    """The last sound of `text` read in Korean; None where nothing in it has a certain reading."""
    plain = _readable(text)
    without_brackets = BRACKETED.sub("", plain)
    return _last_sound(without_brackets) or _last_sound(plain)


BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|【[^【】]*】|〔[^〔〕]*〕|<[^<>]*>")
LAST = re.compile(r"(?P<number>[0-9][0-9,]*(?:\.[0-9]+)?)\W*$|(?P<word>[A-Za-z]+)\W*$|(?P<sign>\w)\W*$")

DIGITS = (
    *(Sound.CLOSED, Sound.RIEUL, Sound.OPEN, Sound.CLOSED, Sound.OPEN),  # 영 일 이 삼 사
    *(Sound.OPEN, Sound.CLOSED, Sound.RIEUL, Sound.RIEUL, Sound.OPEN),  # 오 육 칠 팔 구
)


def _readable(text: str) -> str:
    """Syllables composed, wide forms narrow, Roman numerals as digits, diacritics dropped."""
    arabic = "".join(
        str(int(unicodedata.numeric(sign, 0))) if unicodedata.category(sign) == "Nl" else sign for sign in text
    )
    whole = unicodedata.normalize("NFKC", arabic)
    return "".join(_bare(sign) for sign in whole)


def _bare(sign: str) -> str:
    first = unicodedata.normalize("NFKD", sign)[0]
    return first if first.isascii() else sign


def _last_sound(text: str) -> Sound | None:
    found = LAST.search(text.replace("_", " ").replace("ー", ""))
    if found is None:
        return None
    if number := found["number"]:
        return _of_number(number)
    return _of_latin(found["word"]) if found["word"] else _of_sign(found["sign"])


def _of_number(number: str) -> Sound:
    """1 일, 2 이 …; a round number by its last unit: 십 백 천 만 억 end closed, only 조 (10¹²) ends open."""
    whole, _, fraction = number.replace(",", "").partition(".")
    zeros = len(whole) - len(whole.rstrip("0"))
    if not fraction and 0 < zeros < len(whole):
        return Sound.OPEN if 12 <= zeros < 16 else Sound.CLOSED
    return DIGITS[int((fraction or whole)[-1])]


def _of_latin(word: str) -> Sound:
    """Abbreviations letter by letter (GM 지엠), words as loan words are written (Saber 세이버, Jack 잭, Alice 앨리스)."""
    if len(word) == 1 or (word.isupper() and len(word) <= 3):
        return {"L": Sound.RIEUL, "R": Sound.RIEUL, "M": Sound.CLOSED, "N": Sound.CLOSED}.get(
            word[-1].upper(), Sound.OPEN
        )
    lower = word.lower()
    if re.search(r"le?$", lower):
        return Sound.RIEUL
    # a stop after one short vowel closes the syllable (cat 캣), after a long one or a consonant it gets its own (boat 보트)
    if re.search(r"(m|n|ng|[mn]e|(^|[^aeiou])[aeiou](ck|[bckpt]|pp|tt)|ook)$", lower):
        return Sound.CLOSED
    return Sound.OPEN


def _of_sign(sign: str) -> Sound | None:
    name = unicodedata.name(sign, "")
    match name.split(" ")[0]:
        case "HANGUL" if "SYLLABLE" in name:
            return {0: Sound.OPEN, 8: Sound.RIEUL}.get((ord(sign) - 0xAC00) % 28, Sound.CLOSED)
        case "HANGUL" if "JUNGSEONG" in name:
            return Sound.OPEN
        case "HANGUL":  # a consonant alone is read by its name: ㅋ 키읔, ㄹ 리을
            return Sound.RIEUL if name.endswith(" RIEUL") else Sound.CLOSED
        case "HIRAGANA" | "KATAKANA":
            return Sound.CLOSED if name.endswith(" LETTER N") else Sound.OPEN
        case _:
            return None
