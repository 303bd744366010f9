"""Trainings for the scripts of this directory. Needs ./filbert to be built."""

import contextlib
import json
import pathlib
import subprocess
import tempfile

HOME = pathlib.Path(__file__).resolve().parents[1]
FILBERT = str(HOME / "filbert")


class Failed(Exception):
    """A training has failed. The message is the last line of its output."""


def command(configuration, settings, out, filbert=(FILBERT,)):
    """The command line of a training: a file of conf/, or another one, with other settings."""
    words = [*filbert, "train", str(HOME / "conf" / configuration), "--out", str(out)]
    for setting in settings:
        words += ["--set", setting]
    return words


def train(configuration, settings, out, filbert=(FILBERT,)):
    done = subprocess.run(
        command(configuration, settings, out, filbert), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    if done.returncode:
        raise Failed(done.stderr.strip().splitlines()[-1])


@contextlib.contextmanager
def training(configuration, settings, filbert=(FILBERT,)):
    """A temporary directory with the run of a training and its models."""
    with tempfile.TemporaryDirectory(prefix="filbert-benchmark-") as directory:
        run = pathlib.Path(directory, "run")
        train(configuration, [f"store={directory}/models", *settings], run, filbert)
        yield run


def summary(run):
    return json.loads((run / "summary.json").read_text())


def curve(run):
    return [json.loads(line) for line in (run / "curve.jsonl").read_text().splitlines()]
