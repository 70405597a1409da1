#!/usr/bin/env python3
"""Builds the pages as a book with mdBook: contrib/book/build.py [OUT], by default target/book.

Pages refer to each other as a code host shows them. Here those that the contents (docs/SUMMARY.md) name are gathered in one folder; a link
to another page leads there, a picture is copied beside, and any other link leads to the repository. A link of the book that leads
nowhere ends the program with 1.
"""

import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUMMARY = "docs/SUMMARY.md"
LINK = re.compile(r"\]\(([^)\s]+)\)")


def resolve(page, target):
    """The repository's path of a link's target, and its anchor."""
    path, _, anchor = target.partition("#")
    whole = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
    return whole, f"#{anchor}" if anchor else ""


def elsewhere(target):
    return "://" in target or target.startswith("mailto:")


def gather(source, repository):
    """Writes the book's source: pages and pictures, with links that fit."""
    summary = (ROOT / SUMMARY).read_text()
    pages = [resolve(SUMMARY, t)[0] for t in LINK.findall(summary)]
    places = {page: page.removeprefix("docs/").replace("scenes/README", "scene-files") for page in pages}
    places |= {SUMMARY: "SUMMARY.md", "README.md": "index.md"}
    for page, place in places.items():

        def fit(match):
            target = match[1]
            if elsewhere(target):
                return match[0]
            path, anchor = resolve(page, target)
            if not (ROOT / path).exists():
                sys.exit(f"{page}: the link {target} leads to no file")
            if path in places and path != SUMMARY:
                path = os.path.relpath(places[path], os.path.dirname(place) or ".")
            elif path.endswith(".svg"):
                (source / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / path, source / path)
                path = os.path.relpath(path, os.path.dirname(place) or ".")
            else:
                path = f"{repository}/blob/main/{path}"
            return f"]({path}{anchor})"

        to = source / place
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(LINK.sub(fit, (ROOT / page).read_text()))


class Page(HTMLParser):
    """The links and the places of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        has = dict(attributes)
        self.ids.add(has.get("id"))
        if tag in ("a", "img"):
            self.links += [link for link in (has.get("href"), has.get("src")) if link]


def dead(out):
    """Links of the book that lead nowhere."""
    pages = {path: Page(path.read_text()) for path in out.rglob("*.html")}
    for path, page in pages.items():
        if path.name in ("print.html", "404.html", "toc.html"):
            continue
        for link in page.links:
            if elsewhere(link):
                continue
            name, _, anchor = link.partition("#")
            to = Path(os.path.normpath(path.parent / name)) if name else path
            there = pages.get(to)
            if not to.exists() or anchor and there and anchor not in there.ids:
                yield f"{path.relative_to(out)}: {link}"


def main():
    out = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/book").resolve()
    repository = re.search(r'^repository = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M)[1]
    work = ROOT / "target/book-source"
    shutil.rmtree(work, ignore_errors=True)
    (work / "src").mkdir(parents=True)
    shutil.copy(ROOT / "docs/book.toml", work)
    gather(work / "src", repository)
    subprocess.run(["mdbook", "build", work, "--dest-dir", out], check=True)
    found = list(dead(out))
    if found:
        sys.exit("links that lead nowhere:\n" + "\n".join(found))
    print(f"{out}/index.html")


if __name__ == "__main__":
    main()
