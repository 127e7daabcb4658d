"""Names as people see them: two that cannot be told apart on a screen are one."""

import re
import unicodedata
from typing import Final

_LATIN: Final = str.maketrans(
    "авекмнорстухіјѕԁһӏԛԝɡ" + "αβεικνορτυχγωϲ" + "ɑɢɪɴʀʏʙʜʟᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜰꜱ",
    "abekmhopctyxijsdhlqwg" + "abeikvoptuxywc" + "aginrybhlacdejkmoptuvwzfs",
)
"""Letters of Cyrillic and Greek, and small capitals, that look like Latin ones; capitals are made small first."""
_LOOKS: Final = str.maketrans("01i\u0131", "olll")  # A large i is drawn as a small l.
_UNSEEN: Final = re.compile("[\\u115f\\u1160\\u2800]")  # Letters and signs that are shown as a space.
_NO_WIDTH: Final = re.compile("[\\u034f\\u17b4\\u17b5\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f\\U000e0100-\\U000e01ef]")
"""Marks that are not shown at all."""


def as_read(name: str) -> str:
    """A name as people read it on a screen: accents count, however they are typed; what is not seen does not.

    >>> as_read("Jose\\u0301  PE\\u00d1A\\u3164.") == as_read("Jos\\u00e9 Pen\\u0303a") != as_read("Jose Pena")
    True
    """
    shown = _NO_WIDTH.sub("", _UNSEEN.sub(" ", unicodedata.normalize("NFKC", name).casefold()))
    return _drawn(unicodedata.normalize("NFKC", shown))


def skeleton(name: str) -> str:
    """What a name looks like without its accents: nobody logs in under one that could be taken for another.

    >>> {skeleton(name) for name in ("sam", "Sam.", "ѕаm", "s am")}
    {'sam'}
    """
    return _drawn(unicodedata.normalize("NFKD", as_read(name)))


def mixes_alphabets(name: str) -> bool:
    """Whether Latin letters stand beside others in one word: more of those look alike than any list has.

    >>> mixes_alphabets("Ro\ua4e0in"), mixes_alphabets("\u0418\u0432\u0430\u043d Lee")
    (True, False)
    """
    for word in unicodedata.normalize("NFKC", name).split():
        letters = (sign for sign in word if sign.isalpha() or (sign > "\x7f" and unicodedata.category(sign)[0] in "NS"))
        alphabets = {unicodedata.name(letter, "").partition(" ")[0] for letter in letters}
        if "LATIN" in alphabets and len(alphabets) > 1:
            return True
    return False


def _drawn(letters: str) -> str:
    """Letters of other alphabets, and pairs, as the Latin ones that they look like; without blanks and signs."""
    seen = "".join(letter for letter in letters.translate(_LATIN) if letter.isalnum())
    return seen.translate(_LOOKS).replace("rn", "m").replace("vv", "w")
