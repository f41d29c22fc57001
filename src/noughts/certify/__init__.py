"""Proofs in files: a format, a writer, and a checker that uses only the rules (docs/certificates.md).

Read in this order: `entry` and `format` (what a file holds), `reading` (a file in parts), `leaves` (pairs and
potential), `images` (places as numbers), `breaker_section` and `strategy_section` (the two
arguments), `check` (what any process may find, and the verdict). `tablefile` and `table_check` check a
table, and share nothing with the rest.
"""

from noughts.certify.check import Checked, ShownSection, check
from noughts.certify.entry import Entry, ReplyGroup
from noughts.certify.format import Head, Section, Writer

__all__ = ["Checked", "Entry", "Head", "ReplyGroup", "Section", "ShownSection", "Writer", "check"]
