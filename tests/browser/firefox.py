"""Debian's Firefox, which Playwright drives over WebDriver BiDi as it drives Chromium.

Playwright sends a command when it makes a context, to set the colour scheme, that this Firefox does not know, and then
makes no context. So a relay stands between the two: run as a program, this module starts Firefox and passes all
messages on, but for that one refusal.
"""

import asyncio
import json
import os
import re
import shlex
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Playwright
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

NAMES = ("firefox-esr", "firefox")
MISSING = "there is no Firefox (on Debian: apt install firefox-esr), nor does NOUGHTS_FIREFOX name one"
OPTIONAL = "emulation.setMediaFeaturesOverride"
LISTENING = re.compile(rb"WebDriver BiDi listening on (ws://127\.0\.0\.1:\d+)")
LIMIT = 1 << 26  # bytes of a message: pictures of long pages are large
SETTINGS: dict[str, str | float | bool] = {  # nothing is asked of other machines
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.safebrowsing.downloads.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}


def program() -> str | None:
    """Return the Firefox to run: the one that NOUGHTS_FIREFOX names, else the first on the PATH, else None."""
    return os.environ.get("NOUGHTS_FIREFOX") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def launched(playwright: Playwright, path: str) -> Iterator[Browser]:
    """Run a Firefox."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        relay = Path(folder) / "firefox"
        home = f"export HOME={shlex.quote(folder)} XDG_DATA_HOME={shlex.quote(folder)}"  # it notes what it downloads
        relay.write_text(f'#!/bin/sh\n{home}\nexec {shlex.join([sys.executable, __file__, path])} "$@"\n')
        relay.chmod(0o700)
        browser = playwright.firefox.launch(
            channel="moz-firefox", executable_path=relay, firefox_user_prefs=SETTINGS, timeout=60_000
        )
        try:
            yield browser
        finally:
            browser.close()


async def relay(command: list[str]) -> int:
    """Run Firefox, and a server that stands for it: its address takes the place of Firefox's own."""
    firefox = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    async for address in addresses(firefox):

        async def pass_on(playwright: ServerConnection, address: str = address) -> None:
            async with connect(f"{address}/session", max_size=LIMIT, compression=None, proxy=None) as bidi:
                await both_ways(playwright, bidi)

        server = await serve(pass_on, "127.0.0.1", 0, max_size=LIMIT, compression=None)
        _, port = server.sockets[0].getsockname()
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
    return await firefox.wait()


async def addresses(firefox: asyncio.subprocess.Process) -> AsyncIterator[str]:
    """Yield the address that Firefox prints, and pass on the rest of what it prints."""
    assert firefox.stderr is not None
    async for line in firefox.stderr:
        if found := LISTENING.search(line):
            yield found[1].decode()
        else:
            sys.stderr.buffer.write(line)
            sys.stderr.flush()


async def both_ways(playwright: ServerConnection, bidi: ClientConnection) -> None:
    """Pass messages on until one side leaves."""
    optional = set[int]()

    async def commands() -> None:
        async for message in playwright:
            command = json.loads(message)
            if command["method"] == OPTIONAL:
                optional.add(command["id"])
            await bidi.send(message)

    async def answers() -> None:
        async for message in bidi:
            await playwright.send(granted(message, optional))

    tasks = [asyncio.create_task(commands()), asyncio.create_task(answers())]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()


def granted(message: str | bytes, optional: set[int]) -> str | bytes:
    """Return a message of Firefox, or, where it refuses an optional command, a success."""
    answer = json.loads(message)
    if answer.get("id") in optional and answer.get("error") == "unknown command":
        return json.dumps({"type": "success", "id": answer["id"], "result": {}})
    return message


if __name__ == "__main__":
    sys.exit(asyncio.run(relay(sys.argv[1:])))
