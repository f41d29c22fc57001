"""The sentences that a person reads: code hands a kind and values, the catalogue has the words of each language.

A language is one file beside this one, as `en.json`. It is read when the first sentence is asked for.
"""

from noughts.late import late

TYPE_CHECKING = False  # as in the package itself
if TYPE_CHECKING:
    from noughts.words.catalogue import restored, spoken, stored
    from noughts.words.language import NONE, speaking, wanted
    from noughts.words.said import Said, Words, both, either, together

__all__ = ["NONE", "Said", "Words", "both", "either", "restored", "speaking", "spoken", "stored", "together", "wanted"]
_MODULES = {"language": ("NONE", "speaking", "wanted"), "catalogue": ("restored", "spoken", "stored")}
_HOME = {name: module for module, names in _MODULES.items() for name in names}

__getattr__ = late(__name__, {name: _HOME.get(name, "said") for name in __all__})
