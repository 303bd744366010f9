"""Runs commands of Filbert."""

import os
import pathlib
import shutil
import signal
import subprocess


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


def run(*arguments, directory, verbose=False):
    """Runs a command in a directory. Its output is shown if that is asked for.

    An interrupt is passed on to the command, which ends in its own way, before it is raised here.
    """
    command = [find(), *map(str, arguments)]
    output = None if verbose else subprocess.PIPE
    with subprocess.Popen(command, cwd=directory, stdin=subprocess.DEVNULL, stdout=output,
                          stderr=subprocess.PIPE, text=True, encoding="utf-8",
                          start_new_session=True) as process:
        try:
            _, errors = process.communicate()
        except KeyboardInterrupt:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGINT)
                process.communicate()
            raise
    if process.returncode != 0:
        raise FilbertError(message(errors) or f"filbert {arguments[0]} ended with {process.returncode}")


def message(errors):
    """What a command said was wrong, without notes of the launcher before it."""
    lines = errors.strip().splitlines()
    first = next((i for i, line in enumerate(lines) if line.startswith("error: ")), 0)
    return "\n".join(lines[first:]).removeprefix("error: ")
