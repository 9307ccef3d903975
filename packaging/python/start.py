# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts one of Sojourn's programs, which replaces this process. torch is looked for and never imported."""

import os
import re
import sys

TORCH = "2.11"  # whose libraries the programs are built with
GLIBC = (2, 36)
WITHOUT_DISPLAY = ("--export", "--report", "--screenshot", "--help", "-h", "--version")
# What every desktop has, and a small server may lack: the library, and its package on Debian.
GRAPHICS = {"libGL.so.1": "libgl1", "libOpenGL.so.0": "libopengl0", "libX11.so.6": "libx11-6"}
OF_QT = {"libEGL.so.1": "libegl1", "libSM.so.6": "libsm6", "libX11-xcb.so.1": "libx11-xcb1", "libglib-2.0.so.0": "libglib2.0-0"}


def command():
    start("sojourn")


def studio():
    shows_window = not any(word.split("=")[0] in WITHOUT_DISPLAY for word in sys.argv[1:])
    if not has_display() and "QT_QPA_PLATFORM" not in os.environ:
        if shows_window:
            refuse("no display is set (DISPLAY, WAYLAND_DISPLAY): run it on a desktop, or write every view to files "
                   "with sojourn-studio --export FOLDER")
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    check_libraries({**GRAPHICS, **OF_QT})
    start("sojourn-studio")


def monitor():
    if not has_display() and not any(word in ("--text", "--help", "-h", "--version") for word in sys.argv[1:]):
        refuse("no display is set (DISPLAY, WAYLAND_DISPLAY): run it on a desktop, or follow the runs as lines of text "
               "with sojourn-monitor --text FOLDER")
    check_libraries(GRAPHICS)
    start("sojourn-monitor", needs_torch=False)


def has_display():
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def refuse(why):
    print("sojourn: " + why, file=sys.stderr)
    sys.exit(4)


def check_libraries(libraries):
    import ctypes
    missing = []
    for library, package in libraries.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            missing.append(package)
    if missing:
        refuse("system libraries are missing; on Debian or Ubuntu: apt install " + " ".join(missing))


def torch_folder():
    """The folder of the torch that `import torch` would find; None where there is none."""
    for entry in sys.path:
        folder = os.path.join(entry or ".", "torch")
        if os.path.exists(os.path.join(folder, "version.py")):
            return folder
    import importlib.util
    found = importlib.util.find_spec("torch")
    return os.path.dirname(found.origin) if found and found.origin else None


def start(name, needs_torch=True):
    libc = os.confstr("CS_GNU_LIBC_VERSION") or ""
    version = re.search(r"(\d+)\.(\d+)", libc)
    if not version or tuple(map(int, version.groups())) < GLIBC:
        refuse("needs glibc %d.%d or newer (Debian 12, Ubuntu 23.04); this system has %s" % (GLIBC + (libc or "none",)))
    here = os.path.dirname(os.path.abspath(__file__))
    if needs_torch:
        torch = torch_folder()
        if torch is None:
            refuse("torch is not installed in this environment: pip install torch==" + TORCH + ".*")
        with open(os.path.join(torch, "version.py"), encoding="utf-8") as file:
            found = re.search(r"""__version__\s*=\s*['"]([^'"]+)""", file.read())
        found = found.group(1) if found else "unknown"
        if not found.startswith(TORCH + "."):
            refuse("needs torch " + TORCH + ", but this environment has torch " + found + ": pip install torch==" + TORCH +
                   ".*")
        # The programs look for it beside themselves; in another folder it has to be named.
        libraries = os.path.realpath(os.path.join(torch, "lib"))
        if libraries != os.path.realpath(os.path.join(here, "..", "torch", "lib")):
            before = os.environ.get("LD_LIBRARY_PATH", "")
            os.environ["SOJOURN_LIBRARY_PATH_BEFORE"] = before  # programs of the user get it back
            os.environ["LD_LIBRARY_PATH"] = libraries + (":" + before if before else "")
    program = os.path.join(here, "bin", name)
    os.execv(program, [program] + sys.argv[1:])
