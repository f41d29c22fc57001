"""Secrets: the tokens of seats, the owners of lists, and what the store keeps of them."""

import secrets
from hashlib import sha256


def new_secret() -> str:
    """Return a secret of 144 random bits in 24 characters that a URL can hold."""
    return secrets.token_urlsafe(18)


def hashed(secret: str) -> str:
    """Return what the store keeps of a secret. A plain hash does: nobody guesses 144 random bits from it."""
    return sha256(secret.encode()).hexdigest()
