"""Finds the program."""

import os
import pathlib
import shutil


class FilbertError(RuntimeError):
    """A command was refused or failed; the message is its own."""


def find():
    """The program: in FILBERT_HOME, a clone or an unpacked release, or else on the PATH."""
    home = os.environ.get("FILBERT_HOME")
    if home:
        program = pathlib.Path(home) / "filbert"
        if not program.is_file():
            raise FilbertError(f"FILBERT_HOME is {home}, which has no filbert: set it to a clone or an unpacked release")
        return str(program)
    program = shutil.which("filbert")
    if program is None:
        raise FilbertError("no filbert on the PATH: set FILBERT_HOME to a clone or an unpacked release")
    return program


def message(errors):
    """What a command said was wrong, of its lines of errors, without notes of the launcher before it."""
    first = next((i for i, line in enumerate(errors) if line.startswith("error: ")), 0)
    return "\n".join(errors[first:]).strip().removeprefix("error: ")
