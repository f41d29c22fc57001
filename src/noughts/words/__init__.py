"""The sentences that a person reads: code hands a kind and values, the catalogue has the words of each language.

A language is one file beside this one, as `en.json`. It is read when the first sentence is asked for.
"""

from noughts.words.language import NONE, language, speaking, wanted
from noughts.words.said import Said, Words, stored

__all__ = ["NONE", "Said", "Words", "language", "speaking", "stored", "wanted"]
