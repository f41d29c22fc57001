"""`noughts web`: the game in a web page."""

import asyncio
import gc
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Sequence
from contextlib import closing
from ipaddress import ip_network
from typing import TYPE_CHECKING

import click

from noughts import __version__
from noughts.cli.common import Count
from noughts.cli.tables import tables_option
from noughts.errors import reason
from noughts.web.browser.files import NoPython, pyodide_folder

if TYPE_CHECKING:
    from starlette.applications import Starlette


_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_EVERY = ("0.0.0.0", "::")
_ELSEWHERE = "192.0.2.1", 9  # a reserved address (RFC 5737); connecting a datagram socket sends no packet


def _networks(_: click.Context, option: click.Parameter, given: Sequence[str]) -> Sequence[str]:
    """Return addresses and networks, such as 10.0.0.0/8, as they are given. Raises BadParameter for any other text."""
    try:
        for text in given:
            ip_network(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param=option) from None
    return given


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free one.")
@click.option(
    "--database",
    metavar="URL",
    envvar="NOUGHTS_DATABASE",
    help="The database of the games: sqlite:///FILE or postgresql+psycopg://...",
)
@tables_option
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="SPEC",
    help="Offer visitors a program of your own: file.py:name, module:name, pipe:COMMAND.",
)
@click.option(
    "--workers", type=Count(min=1, max=256), help="Processes for long work.  [default: one for each core, at least 3]"
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    callback=_networks,
    help="A reverse proxy, or a network of them, that says with X-Forwarded-For and -Proto who its client is.",
)
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=VALUE",
    help="A limit for one client: time=0.1, creations or changes=40/minute, streams or questions=30; none: no limit.",
)
def web(
    host: str,
    port: int,
    database: str | None,
    open_page: bool,
    players: tuple[str, ...],
    workers: int | None,
    proxies: Sequence[str],
    limits: tuple[str, ...],
) -> None:
    """Serve the game as a web page, with its JSON API (documented at /docs).

    Games are stored in your data folder, or in the --database. Only this machine can reach the page, unless you give
    --host.
    """
    from noughts.app.application import Application
    from noughts.web.http.app import create_app
    from noughts.web.http.clientlimits import ClientLimits
    from noughts.web.play.store import Store

    try:
        chosen = ClientLimits.given(limits)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--limit") from None
    context = click.get_current_context()
    listener = context.with_resource(_listen(host, port))
    store = context.with_resource(closing(Store(database)))
    worker = [sys.executable, "-m", "noughts.cli.web_worker", *players]
    hosts = _LOOPBACK if host in _LOOPBACK and not proxies else None  # a proxy passes on the names of its own
    processes = workers or max(3, os.cpu_count() or 1)
    app = create_app(Application(players), store, worker, processes, chosen, __version__, hosts)
    bound = listener.getsockname()[1]
    name = (_network_address() or host) if host in _EVERY else host
    shown = f"[{name}]" if ":" in name else name
    url = f"http://{shown}:{bound}"
    click.echo(f"noughts is at {url} (Ctrl-C stops it)")
    if host not in _LOOPBACK:
        click.echo(
            f"Anyone who can reach {host} on this network can play and use this machine's processors. Traffic is "
            "not encrypted: put a reverse proxy with TLS in front of it.",
            err=True,
        )
    say_what_is_missing()
    _serve(app, listener, url if open_page and _has_screen() else None, proxies)


def say_what_is_missing() -> None:
    """Print how to get Python for the browser, where it is not installed: the page goes on without it."""
    try:
        pyodide_folder()
    except NoPython as error:
        click.echo(error, err=True)


def _has_screen() -> bool:
    """Return whether a graphical browser can open: a text browser would take over the terminal."""
    named = os.environ.get("BROWSER") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(named) or sys.platform in ("darwin", "win32")


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises BadParameter if it cannot listen."""
    listener = None
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = addresses[0]
        listener = socket.socket(family, kind, protocol)  # asyncio sends at once only where the protocol is named
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(4096)  # clients may connect as soon as the address is printed
    except (OSError, UnicodeError) as error:
        if listener is not None:
            listener.close()
        refused = f"cannot listen at '{host}:{port}': {reason(error)}"
        raise click.BadParameter(refused, param_hint="--host/--port") from None
    return listener


def _network_address() -> str | None:
    """Return this machine's address on its network, None where it has none: a link with it reaches a friend there."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return None if address in (*_EVERY, *_LOOPBACK) else address


def _is_of_note(record: logging.LogRecord) -> bool:
    """Return False where the loop says that it may open no more files, or tries again after the server has ended."""
    text = record.getMessage()
    return "socket.accept()" not in text and "_start_serving" not in text


def _serve(app: "Starlette", listener: socket.socket, page: str | None, proxies: Sequence[str]) -> None:
    import uvicorn

    from noughts.web.http.app import close_streams
    from noughts.web.http.framing import StrictProtocol

    class PageServer(uvicorn.Server):
        """A server that closes its event streams when it stops, so that it does not wait for them."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            gc.freeze()  # to look through what is loaded takes the collector a tenth of a second
            if page is not None:
                await asyncio.to_thread(webbrowser.open, page)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            close_streams(app)
            await super().shutdown(sockets)

    _allow_open_files()
    logging.getLogger("asyncio").addFilter(_is_of_note)
    config = uvicorn.Config(
        app,
        loop="asyncio",
        http=StrictProtocol,  # h11, which limits the size of a head
        ws="none",
        log_level="error",  # a client could fill the log with warnings
        access_log=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        server_header=False,
        timeout_graceful_shutdown=5,
        backlog=4096,
    )
    PageServer(config).run([listener])


def _allow_open_files() -> None:
    """Raise the limit on open files as far as it goes: each connection is one."""
    try:
        import resource
    except ImportError:  # pragma: no cover - Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
