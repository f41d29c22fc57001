"""Proofs that can be checked without whoever made them: a file format, a writer, and a checker that knows the
rules alone."""

from noughts.certify.check import Checked, check
from noughts.certify.format import Entry, Section, Writer

__all__ = ["Checked", "Entry", "Section", "Writer", "check"]
