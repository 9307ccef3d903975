#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the program of its name for the Debian package. At the first start it fetches torch, with a progress window."""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import fetch  # noqa: E402, beside this file

LIBRARIES = pathlib.Path(os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local/share") / "sojourn"


class Window:
    """Percent and words in a window; in the terminal where there is no display."""

    def __init__(self):
        self.process = None
        if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            words = ("zenity", "--progress", "--auto-close", "--width=420", "--title=Sojourn",
                     "--text=Fetching torch, once for this user. It continues where it stopped if you cancel.")
            try:
                self.process = subprocess.Popen(words, stdin=subprocess.PIPE, text=True)
            except OSError:
                pass

    def show(self, name, done, total, started):
        if not self.process:
            return fetch_progress(name, done, total, started)
        if self.process.poll() is not None:
            raise KeyboardInterrupt
        try:
            # 100 would close it before the last archive is unpacked.
            self.process.stdin.write(f"{min(99, 100 * done // max(total, 1))}\n"
                                     f"# Fetching {name.split('-')[0].replace('_', ' ')}, once for this user: "
                                     f"{done / 1e6:.0f} of {total / 1e6:.0f} MB\n")
            self.process.stdin.flush()
        except OSError:
            raise KeyboardInterrupt from None

    def close(self, trouble=""):
        if self.process:
            self.process.terminate()
            if trouble:
                subprocess.run(["zenity", "--error", "--no-markup", "--title=Sojourn", "--text=" + trouble], check=False)
        if trouble:
            print("sojourn: " + trouble, file=sys.stderr)


fetch_progress = fetch.say_progress


def archives():
    for line in (HERE / "archives.txt").read_text().splitlines():
        if line.startswith("torch|"):
            _, project, name, digest, folder, patterns = line.split("|")
            # The headers are for building.
            yield project, name, digest, LIBRARIES / folder, [p for p in patterns.split() if "include" not in p]


def fetch_missing():
    missing = [archive for archive in archives() if not archive[3].is_dir()]
    if not missing:
        return
    window = Window()
    fetch.say_progress = window.show
    try:
        for project, name, digest, folder, patterns in missing:
            sys.argv = ["fetch", project, name, digest, str(folder), *patterns]
            fetch.main()
    except fetch.Trouble as trouble:
        window.close(str(trouble))
        sys.exit(4)
    except KeyboardInterrupt:
        window.close()
        sys.exit(130)
    window.close()


def main():
    name, words = os.path.basename(sys.argv[0]), sys.argv[1:]
    if name != "sojourn-monitor" and not {"--help", "-h", "--version"} & set(words):
        fetch_missing()
        folders = [str(path) for path in sorted(LIBRARIES.glob("torch-*/torch/lib")) +
                   sorted(LIBRARIES.glob("nvidia-*/nvidia/*/lib"))]
        before = os.environ.get("LD_LIBRARY_PATH", "")
        # Programs of the user, such as a model with a torch of its own, get theirs back.
        os.environ["SOJOURN_LIBRARY_PATH_BEFORE"] = before
        os.environ["LD_LIBRARY_PATH"] = ":".join(folders + [before] * bool(before))
    program = HERE / "bin" / name
    os.execv(program, [str(program), *words])


if __name__ == "__main__":
    main()
