#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Man pages and completions for bash, zsh and fish, made from what the programs' --help says.

  documents.py BIN_DIR OUT_DIR    writes OUT_DIR/man/*.1, bash/, zsh/, fish/
"""

import os
import pathlib
import re
import subprocess
import sys

PROGRAMS = ("sojourn", "sojourn-studio", "sojourn-monitor")


class Help:
    """The parts of one --help."""

    def __init__(self, text):
        self.about, self.usage, self.options, self.commands, self.rest = "", "", [], [], []
        part = None
        for line in text.splitlines():
            if line.startswith("Usage: "):
                self.usage = line[len("Usage: "):]
                part = None
            elif line in ("Options:", "Commands:", "Arguments:"):
                part = line[:-1]
            elif part and (entry := re.match(r"  (\S.*?)(?:\s{2,}(\S.*))?$", line)) and not line.startswith("      "):
                into = self.commands if part == "Commands" else self.options
                into.append([entry.group(1), entry.group(2) or ""])
            elif part and line.startswith("      ") and line.strip():
                into = self.commands if part == "Commands" else self.options
                into[-1][1] = (into[-1][1] + " " + line.strip()).strip()
            elif not self.usage and line.strip():
                self.about += (" " if self.about else "") + line.strip()
            else:
                part = None
                self.rest.append(line)

    def words(self):
        """The options as typed, with what follows them and what they mean: (names, value, meaning)."""
        for names, meaning in self.options:
            typed = re.findall(r"(?<![\w-])(--?[a-zA-Z][\w-]*)", names)
            if typed:
                value = re.sub(r".*--?[a-zA-Z][\w-]*", "", names).strip()
                yield typed, value, meaning


def helped(program, *words):
    environment = dict(os.environ, COLUMNS="120", QT_QPA_PLATFORM="offscreen")
    return Help(subprocess.run([program, *words, "--help"], text=True, capture_output=True, check=True,
                               env=environment).stdout)


def roff(text):
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", "\\e").replace("-", "\\-"), flags=re.M)


def described(page, heading):
    lines = [f".{heading} OPTIONS" if heading == "SH" else ""]
    for names, meaning in page.options:
        lines += [".TP", ".B " + roff(names), roff(meaning)]
    rest = "\n".join(page.rest).strip()
    if "Examples:" in rest:
        before, examples = rest.split("Examples:", 1)
        rest = before.strip()
    else:
        examples = ""
    if rest:
        lines += [".PP", roff(rest)]
    if examples.strip():
        lines += [".PP", "Examples:", ".PP", ".nf", roff("\n".join(x.strip() for x in examples.strip().splitlines())), ".fi"]
    return [line for line in lines if line]


def man(name, page, commands, version):
    lines = [f'.TH {name.upper()} 1 "" "Sojourn {version}"', ".SH NAME", roff(f"{name} - {page.about}").rstrip("."),
             ".SH SYNOPSIS", ".B " + roff(page.usage), *described(page, "SH")]
    if commands:
        lines.append(".SH COMMANDS")
        for command, one in commands.items():
            lines += [".SS " + roff(f"{name} {command}"), roff(one.about), ".PP", ".B " + roff(one.usage),
                      *described(one, "SS")]
    others = ", ".join(f".BR {other} (1)" for other in PROGRAMS if other != name)
    lines += [".SH SEE ALSO"] + others.split(", ")
    return "\n".join(lines) + "\n"


def bash(name, page, commands):
    function = "_" + name.replace("-", "_")
    lines = [f"# bash completion for {name}", function + "() {", "  local words",
             '  local current="${COMP_WORDS[COMP_CWORD]}"']
    options = {"": " ".join(word for typed, _, _ in page.words() for word in typed)}
    for command, one in commands.items():
        options[command] = " ".join(word for typed, _, _ in one.words() for word in typed)
    if commands:
        lines.append(f'  if [ "$COMP_CWORD" = 1 ]; then words="{" ".join(commands)} {options[""]}"; else')
        lines.append('  case "${COMP_WORDS[1]}" in')
        lines += [f'    {command}) words="{options[command]}" ;;' for command in commands]
        lines += ["  esac", "  fi"]
    else:
        lines.append(f'  words="{options[""]}"')
    lines += ['  COMPREPLY=()', '  [[ $current == -* || $COMP_CWORD == 1 ]] && '
              'mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")',
              '  [ ${#COMPREPLY[@]} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "$current")', "}",
              f"complete -o filenames -F {function} {name}"]
    return "\n".join(lines) + "\n"


def quoted(text, marks):
    for mark in marks:
        text = text.replace(mark, "\\" + mark)
    return text


def zsh(name, page, commands):
    def arguments(one, indent):
        lines = []
        for typed, value, meaning in one.words():
            brief = quoted(meaning.split(". ")[0], "\\[]:").replace("'", "'\\''")
            lines += [f"{indent}'{word}[{brief}]{':' + quoted(value, ':') + ':_files' if value else ''}' \\" for word in typed]
        return lines + [f"{indent}'*:file:_files'"]
    if not commands:
        return "\n".join([f"#compdef {name}", "_arguments \\", *arguments(page, "  ")]) + "\n"
    lines = [f"#compdef {name}", "local -a commands", "commands=("]
    for command, meaning in page.commands:
        lines.append("  '" + command + ":" + quoted(meaning, ":").replace("'", "'\\''") + "'")
    lines += [")", "if (( CURRENT == 2 )); then", "  _describe command commands", "  return", "fi", "case $words[2] in"]
    for command, one in commands.items():
        lines += [f"  {command})", "    _arguments \\", *arguments(one, "      "), "    ;;"]
    return "\n".join(lines + ["esac"]) + "\n"


def fish(name, page, commands):
    def text(meaning):
        return "'" + quoted(meaning.split(". ")[0], "\\'") + "'"
    lines = [f"# fish completion for {name}"]
    for command, meaning in page.commands:
        lines.append(f"complete -c {name} -n __fish_use_subcommand -a {command} -d {text(meaning)}")
    for command, one in [("", page), *commands.items()]:
        where = f" -n '__fish_seen_subcommand_from {command}'" if command else " -n __fish_use_subcommand" if commands else ""
        for typed, value, meaning in one.words():
            names = "".join(f" -l {word[2:]}" if word.startswith("--") else f" -s {word[1:]}" for word in typed)
            lines.append(f"complete -c {name}{where}{names}{' -r' if value else ''} -d {text(meaning)}")
    return "\n".join(lines) + "\n"


def main():
    programs, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    for folder in ("man", "bash", "zsh", "fish"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    version = subprocess.run([programs / "sojourn", "--version"], text=True, capture_output=True,
                             check=True).stdout.split()[-1]
    for name in PROGRAMS:
        if not (programs / name).exists():
            continue
        page = helped(programs / name)
        commands = {command: helped(programs / name, command) for command, _ in page.commands if command != "help"}
        (out / "man" / (name + ".1")).write_text(man(name, page, commands, version))
        (out / "bash" / name).write_text(bash(name, page, commands))
        (out / "zsh" / ("_" + name)).write_text(zsh(name, page, commands))
        (out / "fish" / (name + ".fish")).write_text(fish(name, page, commands))


if __name__ == "__main__":
    main()
