"""Writes the page as static files: what the server sends, with addresses that hold in any folder of any host.

Every view has its document in a folder of its own. Modules and Python's files are those of the package, byte for byte.
"""

import asyncio
import json
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from typing import Final
from urllib.parse import quote

from noughts.errors import FileError
from noughts.processes.channel import JSON
from noughts.web.browser.files import browser_files
from noughts.web.browser.host import BrowserHost
from noughts.web.http.page import STATIC, VIEWS, document, page_files
from noughts.words import catalogue

# The policy of a server's page, as far as a document can set its own. A worker from a static host has none: WebAssembly
# needs no word of this one.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
_SIZES = (192, 512)  # of icons
_WORKER, _MANIFEST = "sw.js", "manifest.webmanifest"
_NAME = "noughts"
_HOME = re.compile(r'(?<=<a class="to-the-page" href=")[^"]*')  # in the head of each page of the documentation
_LINK = re.compile(r'(?<= )(href|src)="/([^"]*)"')
_ABOUT = "Noughts and crosses on any board: play, see why, and prove."
_DIGITS = 16  # of a digest


Answers = Mapping[str, Mapping[str, JSON]]  # by languages, and there by what is asked


def build(
    folder: Path, answers: Answers, docs: Path | None = None, base: str = "/", pictures: Mapping[str, bytes] = {}
) -> None:
    """Write the site to a folder that is new, empty, or an earlier site, which it replaces as a whole.

    `answers` are documents that the page need not wait for, `pictures` files that it links to, by their paths; `docs`
    is a folder to take in; `base` is the folder on the host, for the page that is shown at wrong addresses alone.
    Raises FileError, NoPython, OSError.
    """
    _require_ours(folder)
    folder = folder.resolve()  # a link leads to the folder that is replaced
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(mkdtemp(prefix=f"{folder.name}-", dir=folder.parent))
    try:
        draft.chmod(0o755)
        _write(draft, dict(_files(answers, pictures, base, docs is not None)), docs)
        _put(draft, folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _require_ours(folder: Path) -> None:
    """Raise FileError unless a folder may be replaced: there is none, it is empty, or this wrote all that is in it."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    worker, manifest = folder / _WORKER, folder / _MANIFEST
    if not worker.is_file() or not manifest.is_file() or f'"name": "{_NAME}"' not in manifest.read_text("utf-8"):
        raise FileError(f"{str(folder)!r} is not empty, and not a site that noughts wrote: name a new folder")
    if (folder / ".git").exists():
        raise FileError(f"{str(folder)!r} is a repository, whose history would be lost: name a new folder, and copy it")


def _put(draft: Path, folder: Path) -> None:
    """Give a finished draft the name of its folder; the folder that has it now is removed."""
    if not folder.exists():
        draft.rename(folder)
        return
    old = folder.rename(draft.with_name(f"{draft.name}.old"))
    try:
        draft.rename(folder)
    except BaseException:
        old.rename(folder)
        raise
    shutil.rmtree(old)


def known_answers(host: BrowserHost, boards: Iterable[str]) -> Answers:
    """Return what the page asks on its first screens, in each language: the grades of lessons; the strategies, the
    gallery and the cards of some boards."""
    paths = ["/lessons", *(f"/{what}?game={board}" for what in ("strategies", "gallery", "rules") for board in boards)]
    return {code: {path: json.loads(_body(host, path, code)) for path in paths} for code in catalogue.languages()}


def handouts(host: BrowserHost) -> dict[str, bytes]:
    """Return the pictures of the page for teachers, in each language, by their paths."""
    return {
        f"handouts/{code}/{name}.svg": _body(host, path, code).encode()
        for code in catalogue.languages()
        for name, path in handout_paths(code).items()
    }


def handout_paths(code: str) -> dict[str, str]:
    """Return what the page for teachers asks for each of its pictures, by their names."""
    words = json.loads(catalogue.for_page(code))
    drawings = {
        f"{kind}-{seat}": f"/gallery/{kind}?strategy={strategy}&game=3,3,3&seat={seat}"
        for kind, strategy in (("poster", "ring"), ("plan", "perfect"))
        for seat in ("first", "second")
    }
    sheets = {
        f"sheet-{letter.lower()}": f"/rules/sheet?rules={rules}&title={quote(words.get(title, title))}&copy=class"
        for letter, rules in (("A", "school-first"), ("B", "school-centre"), ("C", "school-both"))
        for title in (f"Sheet {letter}",)
    }
    return {**drawings, **sheets, "worksheet": "/rules/sheet?copy=class"}


def _body(host: BrowserHost, path: str, code: str) -> str:
    request = {"method": "GET", "path": path, "headers": {"Accept-Language": code}}
    body: str = asyncio.run(host.answer(request, lambda state: None))["body"]
    return body


def _write(folder: Path, files: Mapping[str, bytes], docs: Path | None) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (folder / ".nojekyll").touch()  # GitHub's pages would leave out folders such as docs/_static
    if docs is None:
        return
    shutil.copytree(docs, folder / "docs")
    for path in (folder / "docs").rglob("*.html"):  # the link in the head of each page leads to the board
        up = "../" * (len(path.relative_to(folder).parts) - 1)
        path.write_text(_HOME.sub(up, path.read_text("utf-8")), "utf-8")


def _files(answers: Answers, pictures: Mapping[str, bytes], base: str, with_docs: bool) -> Iterator[tuple[str, bytes]]:
    """Yield every file with its content, the service worker last: it lists the others."""
    listed: dict[str, bytes] = {}
    for address, view in VIEWS.items():
        if view is not None:
            place = address.strip("/").split("/")[0]
            listed[f"{place}/index.html".lstrip("/")] = _page(view, place, with_docs).encode()
    for folder, files in {"static": page_files(), "python": browser_files()}.items():
        for name, file in files.items():
            listed[f"{folder}/{name}"] = file if isinstance(file, bytes) else file.read_bytes()
    for code, known in answers.items():
        listed[f"answers/{code}.json"] = json.dumps(known, separators=(",", ":"), ensure_ascii=False).encode()
    listed |= pictures
    listed[_MANIFEST] = json.dumps(_manifest(), indent=1).encode()
    listed |= {f"icons/{size}.png": (STATIC / "icons" / f"{size}.png").read_bytes() for size in _SIZES}
    yield from listed.items()
    yield "404.html", _lost(base).encode()
    yield _WORKER, _service_worker(listed).encode()


def _page(view: str, place: str, with_docs: bool) -> str:
    """Return the document of a view: as the server's, with relative addresses, and a link to the documentation."""
    up = "../" if place else ""
    text = _LINK.sub(lambda link: f'{link[1]}="{up}{_relative(link[2])}"', document(view))
    head = (
        f'    <meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n'
        f'    <link rel="manifest" href="{up}{_MANIFEST}" />\n'
        f'    <link rel="apple-touch-icon" href="{up}icons/{_SIZES[0]}.png" />\n'
    )
    if with_docs:
        footer = f'    <footer class="page"><a href="{up}docs/">Documentation</a></footer>\n'
        text = text.replace("</main>\n", f"</main>\n{footer}")
    return text.replace("<html ", "<html data-site ").replace(
        '<meta charset="utf-8" />\n', f'<meta charset="utf-8" />\n{head}'
    )


def _relative(path: str) -> str:
    """Return a path from the site's root: a view's is a folder, and the root itself is written as one."""
    return f"{path}/" if path and f"/{path}" in VIEWS else path or "./"


def _lost(base: str) -> str:
    """Return what a host shows at a wrong address, of any depth: it can name the page's root alone."""
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8" />\n<title>Nothing here · noughts</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1" />\n'
        f'<link rel="stylesheet" href="{base}static/page.css" />\n'
        f'<main><h1>Nothing here</h1>\n<p><a href="{base}">To the board</a></p></main>\n</html>\n'
    )


def _manifest() -> JSON:
    icons = [{"src": f"icons/{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in _SIZES]
    return {
        "name": _NAME,
        "short_name": _NAME,
        "description": _ABOUT,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "icons": [{**icon, "purpose": purpose} for icon in icons for purpose in ("any", "maskable")],
    }


def _service_worker(listed: Mapping[str, bytes]) -> str:
    """Return the service worker with the list of files; its version depends on nothing else."""
    source = (Path(__file__).parent / _WORKER).read_text(encoding="utf-8")
    digests = {name: sha256(content).hexdigest()[:_DIGITS] for name, content in sorted(listed.items())}
    version = sha256(json.dumps([digests, source]).encode()).hexdigest()[:_DIGITS]
    filled, files = re.subn(r"\(\{\}\);", f"({json.dumps(digests, indent=1)});", source, count=1)
    filled, versions = re.subn('const VERSION = "";', f'const VERSION = "{version}";', filled, count=1)
    assert files == versions == 1
    return filled
