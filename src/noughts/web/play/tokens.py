"""Secrets (the tokens of seats and of owners) and their hashes."""

import secrets
from hashlib import sha256


def new_secret() -> str:
    """Return a secret of 144 random bits in 24 characters that a URL can hold."""
    return secrets.token_urlsafe(18)


def hashed(secret: str) -> str:
    """Return the hash of a secret, for the store. A plain hash is enough: 144 random bits cannot be guessed."""
    return sha256(secret.encode()).hexdigest()
