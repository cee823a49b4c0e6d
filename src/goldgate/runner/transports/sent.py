"""What was written to a connection? One request over HTTP/1.1, whole as soon as its body is."""

import asyncio
from email.parser import BytesHeaderParser
from typing import Final

_HEAD_ENDS: Final = b"\r\n\r\n"
_LINE_ENDS: Final = b"\r\n"


class SentRequest:
    """Takes a request as it is written, piece by piece, and gives its body: as it was compressed, not as it was cut.

    `waits_to_continue` says, once the head is there, that the body comes only after the answer 100.
    """

    def __init__(self) -> None:
        self.body = b""
        self.waits_to_continue = False
        self._rest = b""
        self._length: int | None = None
        self._chunked = False
        self._head_is_read = asyncio.Event()
        self._is_whole = asyncio.Event()

    async def head(self) -> None:
        """Wait until the head was written."""
        await self._head_is_read.wait()

    async def whole(self) -> None:
        """Wait until all of it was written."""
        await self._is_whole.wait()

    def feed(self, data: bytes) -> None:
        """Take what is written next."""
        self._rest += data
        if not self._head_is_read.is_set() and _HEAD_ENDS in self._rest:
            self._read_head()
        if self._head_is_read.is_set() and not self._is_whole.is_set():
            self._read_body()

    def _read_head(self) -> None:
        head, self._rest = self._rest.split(_HEAD_ENDS, 1)
        headers = BytesHeaderParser().parsebytes(head.partition(_LINE_ENDS)[2])
        self._chunked = "chunked" in headers.get("transfer-encoding", "").lower()
        self._length = int(headers.get("content-length", "0"))
        self.waits_to_continue = "expect" in headers
        self._head_is_read.set()

    def _read_body(self) -> None:
        if self._chunked:
            self._read_chunks()
        elif self._length is not None and len(self._rest) >= self._length:
            self.body = self._rest[: self._length]
            self._is_whole.set()

    def _read_chunks(self) -> None:
        while _LINE_ENDS in self._rest:
            size, rest = self._rest.split(_LINE_ENDS, 1)
            length = int(size.partition(b";")[0], 16)
            if len(rest) < length + len(_LINE_ENDS):
                return
            if length == 0:
                self._is_whole.set()
                return
            self.body += rest[:length]
            self._rest = rest[length + len(_LINE_ENDS) :]
