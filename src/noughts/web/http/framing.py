"""Where a request ends, as RFC 9112 says it: h11 is lenient with what two servers in a row may read in two ways."""

from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class StrictConnection(h11.Connection):
    """A connection that accepts no line feed without a carriage return, and no folded header."""

    def next_event(self) -> Any:
        """Return the next event. Raises RemoteProtocolError, to which the protocol answers 400 and closes."""
        begins = self.their_state is h11.IDLE
        before = self.trailing_data[0] if begins else b""
        event = super().next_event()
        if isinstance(event, h11.Request) and _is_lenient(before[: len(before) - len(self.trailing_data[0])]):
            raise h11.RemoteProtocolError("a line of the head does not end with CRLF, or is folded")
        return event


def _is_lenient(head: bytes) -> bool:
    """Return whether a head has a line feed alone (2.2) or a folded header (5.2)."""
    return head.count(b"\n") != head.count(b"\r\n") or b"\n " in head or b"\n\t" in head


class StrictProtocol(H11Protocol):
    """uvicorn's protocol on a strict connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = StrictConnection(h11.SERVER)
