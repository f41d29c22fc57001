"""Where a request ends, as RFC 9112 says it: h11 is lenient with what two servers in a row may read in two ways.

And how many chunks a body has: each is read while all other clients wait, and counts for nobody.
"""

from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_CHUNKS = 1000  # of a request
_FEW = 100  # chunks of a connection, of any size
_LEAST = 16  # bytes of the others on average


class StrictConnection(h11.Connection):
    """A connection that accepts no line feed without a carriage return, no folded header, and few or large chunks."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._of_request = self._of_all = self._bytes = 0

    def next_event(self) -> Any:
        """Return the next event. Raises RemoteProtocolError, to which the protocol answers 400 and closes."""
        begins = self.their_state is h11.IDLE
        before = self.trailing_data[0] if begins else b""
        event = super().next_event()
        if isinstance(event, h11.Request) and _is_lenient(before[: len(before) - len(self.trailing_data[0])]):
            raise h11.RemoteProtocolError("a line of the head does not end with CRLF, or is folded")
        if isinstance(event, h11.Request):
            self._of_request = 0
        elif isinstance(event, h11.Data) and event.chunk_start:
            self._of_request, self._of_all = self._of_request + 1, self._of_all + 1
            self._bytes += len(event.data)
            if self._of_request > _CHUNKS or (self._of_all > _FEW and self._bytes < _LEAST * self._of_all):
                raise h11.RemoteProtocolError("too many chunks")
        return event


def _is_lenient(head: bytes) -> bool:
    """Return whether a head has a line feed alone (2.2) or a folded header (5.2)."""
    return head.count(b"\n") != head.count(b"\r\n") or b"\n " in head or b"\n\t" in head


class StrictProtocol(H11Protocol):
    """uvicorn's protocol on a strict connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = StrictConnection(h11.SERVER)

    def send_400_response(self, msg: str) -> None:
        """Refuse a request, or close the connection where it is answered already. The application answers no more."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.close()
