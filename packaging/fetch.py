#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fetches one pinned archive from the package index that pip is configured for, checks it and unpacks it.

Needed at set-up only; nothing of Python is used when the programs run. Downloads resume where they broke off; an
archive is unpacked beside its destination and moved there in one step, so that nothing is ever half-done.
Exit 0 done, 1 with one line that says what is wrong and what to do.
"""

import argparse
import fnmatch
import hashlib
import html.parser
import os
import pathlib
import shutil
import ssl
import subprocess
import sys
import tarfile
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile


class Trouble(Exception):
    """Something a person has to know, in one sentence."""


class Links(html.parser.HTMLParser):
    """Collects the links of an index page."""

    def __init__(self):
        super().__init__()
        self.hrefs = []

    def handle_starttag(self, tag, attrs):
        href = dict(attrs).get("href")
        if tag == "a" and href:
            self.hrefs.append(href)


def pip_settings():
    """pip's own configuration: index and certificate, from its files and the environment."""
    listing = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False)
    if listing.returncode != 0:
        raise Trouble("pip is not usable: install python3-pip")
    settings = {}
    for line in listing.stdout.splitlines():
        key, _, value = line.partition("=")
        settings[key.split(".", 1)[-1]] = value.strip().strip("'\"")
    index = settings.get("index-url")
    if not index:
        from pip._internal.models.index import PyPI

        index = PyPI.simple_url
    return index.rstrip("/"), settings.get("cert")


def find_url(index, context, project, filename):
    page = f"{index}/{project}/"
    request = urllib.request.Request(page, headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, context=context, timeout=60) as answer:
        links = Links()
        links.feed(answer.read().decode("utf-8", "replace"))
        base = answer.geturl()
    for href in links.hrefs:
        url = urllib.parse.urldefrag(urllib.parse.urljoin(base, href)).url
        if urllib.parse.unquote(url.rsplit("/", 1)[-1]) == filename:
            return url
    raise Trouble(f"{filename} is not in the package index: check pip's index-url")


def sha256_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def say_progress(name, done, total, started):
    if not total:
        return
    rate = done / max(time.monotonic() - started, 1e-6) / 1e6
    end = "\r" if sys.stderr.isatty() and done < total else "\n"
    if sys.stderr.isatty() or done >= total:
        print(f"  {name}: {done / 1e6:.0f} of {total / 1e6:.0f} MB, {rate:.0f} MB/s ", end=end, file=sys.stderr)


def download(url, context, part, name):
    """Continues a broken download where it stopped, if the server allows."""
    have = part.stat().st_size if part.exists() else 0
    request = urllib.request.Request(url, headers={"Range": f"bytes={have}-"} if have else {})
    started = time.monotonic()
    with urllib.request.urlopen(request, context=context, timeout=60) as answer:
        resumed = answer.status == 206
        total = int(answer.headers.get("Content-Length") or 0) + (have if resumed else 0)
        done = have if resumed else 0
        with open(part, "ab" if resumed else "wb") as file:
            while block := answer.read(1 << 20):
                file.write(block)
                done += len(block)
                say_progress(name, done, total, started)


def download_with_patience(url, context, part, name):
    for attempt in range(5):
        try:
            download(url, context, part, name)
            return
        except urllib.error.HTTPError as error:
            if error.code == 416:  # everything was there already
                return
            raise Trouble(f"{name} cannot be fetched ({error}): check the network and pip's index-url") from error
        except OSError as error:
            if attempt == 4:
                raise Trouble(f"{name} broke off ({error}): run the same command again, it goes on from there") from error
            time.sleep(2**attempt)


def unpack(archive, patterns, target):
    wanted = lambda name: not patterns or any(fnmatch.fnmatch(name, pattern) for pattern in patterns)
    staging = target.with_name(target.name + ".unpacking")
    shutil.rmtree(staging, ignore_errors=True)
    staging.mkdir(parents=True)
    if tarfile.is_tarfile(archive):  # its name ends in .part here
        with tarfile.open(archive) as tar:
            # The first folder carries the version; it is cut off so that the build need not know it.
            for member in tar:
                inner = member.name.split("/", 1)[-1]
                if member.isfile() and wanted(inner) and ".." not in inner.split("/"):
                    destination = staging / inner
                    destination.parent.mkdir(parents=True, exist_ok=True)
                    with tar.extractfile(member) as source, open(destination, "wb") as out:
                        shutil.copyfileobj(source, out)
    else:
        with zipfile.ZipFile(archive) as wheel:
            for name in wheel.namelist():
                if wanted(name):
                    wheel.extract(name, staging)
    shutil.rmtree(target, ignore_errors=True)
    os.replace(staging, target)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project")
    parser.add_argument("filename")
    parser.add_argument("sha256")
    parser.add_argument("target", type=pathlib.Path, help="folder that is made, whole or not at all")
    parser.add_argument("patterns", nargs="*", help="unpack only what matches")
    arguments = parser.parse_args()

    index, certificate = pip_settings()
    context = ssl.create_default_context(cafile=certificate)
    arguments.target.parent.mkdir(parents=True, exist_ok=True)
    part = arguments.target.parent / (arguments.filename + ".part")
    if not (part.exists() and sha256_of(part) == arguments.sha256):
        try:
            url = find_url(index, context, arguments.project, arguments.filename)
        except (OSError, ValueError) as error:
            raise Trouble(f"the package index does not answer ({error}): check the network and pip's index-url") from error
        download_with_patience(url, context, part, arguments.filename)
        if sha256_of(part) != arguments.sha256:
            part.unlink()
            raise Trouble(f"{arguments.filename} is not the file that is pinned (SHA-256 differs): "
                          "it was removed; run the same command again, and distrust the index if it stays so")
    try:
        unpack(part, arguments.patterns, arguments.target)
    except (OSError, zipfile.BadZipFile, tarfile.TarError) as error:
        raise Trouble(f"{arguments.filename} cannot be unpacked ({error}): free some space and run again") from error
    part.unlink()


if __name__ == "__main__":
    try:
        main()
    except Trouble as trouble:
        print(f"setup: {trouble}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
