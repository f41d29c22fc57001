"""The sentences that a person reads: code hands a kind and values, the catalogue has the words of each language.

A language is one file beside this one, as `en.json`. It is read when the first sentence is asked for.
"""

from noughts.door import door

TYPE_CHECKING = False  # as in the package's own door
if TYPE_CHECKING:
    from noughts.words.language import NONE, speaking, wanted
    from noughts.words.said import Said, Words, stored

__all__ = ["NONE", "Said", "Words", "speaking", "stored", "wanted"]
_OF_LANGUAGE = ("NONE", "speaking", "wanted")

__getattr__ = door(__name__, {name: "language" if name in _OF_LANGUAGE else "said" for name in __all__})
