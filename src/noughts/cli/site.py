"""`noughts site`: the page as static files."""

from pathlib import Path

import click

from noughts.app.application import Application
from noughts.app.listing import ladder, shipped_proofs
from noughts.app.questions import Jobs
from noughts.errors import FileError, file_errors
from noughts.web.browser.host import BrowserHost
from noughts.web.site.build import build, handouts, known_answers

_FOLDER = click.Path(file_okay=False, path_type=Path)


def _base(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Return the path of a folder on a host. Raises BadParameter."""
    if not (value.startswith("/") and value.endswith("/")):
        raise click.BadParameter(f"expected a path such as /noughts/, from / to /, not {value!r}")
    return value


@click.command()
@click.argument("folder", type=_FOLDER)
@click.option("--docs", type=_FOLDER, metavar="FOLDER", help="Take in this folder too, as docs/.")
@click.option(
    "--base",
    metavar="PATH",
    callback=_base,
    default="/",
    show_default=True,
    help="Where the host will have the folder: for the page at wrong addresses alone.",
)
def site(folder: Path, docs: Path | None, base: str) -> None:
    """Write the page as static files to FOLDER: any web host serves it, and it works offline after the first visit.

    FOLDER is new, empty, or an earlier site, which is replaced.
    """
    if docs is not None and not docs.is_dir():
        raise FileError(f"there is no folder {str(docs)!r}: `make docs` writes the documentation's")
    if docs is not None and folder.resolve().is_relative_to(docs.resolve()):
        raise FileError(f"{str(folder)!r} is within {str(docs)!r}, which it would take in: name another folder")
    host = BrowserHost(Jobs(Application()))
    levels = [game for game, _, _ in ladder()]
    boards = dict.fromkeys([*levels, *(str(proof.game) for proof in shipped_proofs())])  # of which most is known
    answers, pictures = known_answers(host, boards), handouts(host)
    with file_errors("write", folder):
        build(folder, answers, docs, base, pictures)
    click.echo(f"The site is in {folder}. To look at it: python -m http.server --directory {folder}")
