"""Proofs in files: a format, a writer, and a checker that uses only the rules (docs/certificates.md)."""

from noughts.certify.check import Checked, Shown, check
from noughts.certify.entry import Entry, ReplyGroup
from noughts.certify.format import Head, Section, Writer

__all__ = ["Checked", "Entry", "Head", "ReplyGroup", "Section", "Shown", "Writer", "check"]
