"""A trained model, as the files of a model store."""

import csv
import json
import os
import pathlib
import shutil
import tempfile
import weakref

import numpy as np

from filbert import session

NAME = "model"


class Model:
    """The files of a store with one model, and of the run that trained it. They are in memory, so it is copied and pickled whole."""

    def __init__(self, files, run):
        self.files = files
        self.run = run
        self.directory = None

    @classmethod
    def train(cls, rows, targets, weights, settings, task, verbose):
        """Trains on rows, whose targets and weights become the last columns, with settings or by `filbert fit`."""
        with tempfile.TemporaryDirectory(prefix="filbert-") as name:
            directory = pathlib.Path(name)
            table = directory / f"{NAME}.npy"
            save(table, np.column_stack([rows, targets] if weights is None else [rows, targets, weights]))
            label = rows.shape[1] + 1
            places = ["--store", directory / "store", "--out", directory / "run"]
            if settings is None:
                options = [] if weights is None else ["--weight", label + 1]
                session.run("fit", table, "--label", label, "--task", task, *options, *places, verbose=verbose)
            else:
                written = configuration(settings, task, table, rows, weights is not None)
                (directory / "train.yaml").write_text(json.dumps(written), encoding="utf-8")
                session.run("train", directory / "train.yaml", *places, verbose=verbose)
            return cls(read(directory / "store"), {file: content for file, content in read(directory / "run").items()
                                                   if file in ("summary.json", "report.html", "chosen.yaml")})

    def store(self):
        """The directory of the store in this process, which goes with the model."""
        if self.directory is None or not self.directory.exists():
            self.directory = pathlib.Path(tempfile.mkdtemp(prefix="filbert-"))
            weakref.finalize(self, remove, self.directory, os.getpid())
            for file, content in self.files.items():
                path = self.directory / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        return self.directory

    def answers(self, rows, *options):
        """The columns of `filbert predict` by name, as lists of texts."""
        store = self.store()
        with tempfile.TemporaryDirectory(prefix="filbert-") as name:
            directory = pathlib.Path(name)
            save(directory / "rows.npy", rows)
            session.run("predict", "--store", store, "--model", NAME, "--input", directory / "rows.npy",
                        "--no-label", "--output", directory / "answers.csv", *options)
            with open(directory / "answers.csv", newline="", encoding="utf-8") as file:
                header, *lines = csv.reader(file)
        return dict(zip(header, zip(*lines)))

    def export(self, path, *options):
        """Runs `filbert models export`."""
        store = self.store()
        session.run("models", "export", "--store", store, NAME, "--output", pathlib.Path(path).absolute(), *options)

    def __getstate__(self):
        return {**self.__dict__, "directory": None}

    def summary(self):
        """What summary.json of the run says."""
        return json.loads(self.run["summary.json"])


def remove(directory, pid):
    """Deletes the directory of the process that made it, not a forked one's."""
    if os.getpid() == pid:
        shutil.rmtree(directory, ignore_errors=True)


def read(directory):
    """The content of each file below a directory by its path there."""
    return {str(path.relative_to(directory)): path.read_bytes()
            for path in sorted(directory.rglob("*")) if path.is_file()}


def configuration(settings, task, path, rows, weighted):
    """Sections of a configuration, with the name, the task, the training rows and maybe their weights.

    Weights need columns. Their numbers are scaled as those of rows without columns are.
    """
    label = rows.shape[1] + 1
    data = settings.get("data", {})
    train = {"path": str(path), "format": {"type": "npy", "label": label}}
    whole = {**settings, "name": NAME, "task": task, "data": {**data, "train": train}}
    if weighted:
        given = settings.get("preprocessing", {})
        scaled = given.get("scaling", {"type": "auto"})["type"] == "auto"
        binary = ((rows == 0) | (rows == 1)).all(axis=0)
        columns = {str(j + 1): {"type": "number", "standardise": bool(scaled and not binary[j]), "missing": "refuse"}
                   for j in range(rows.shape[1])}
        columns = {**given.get("columns", columns), str(label + 1): {"type": "weight"}}
        whole["preprocessing"] = {**given, "columns": columns}
    return whole


def save(path, matrix):
    """Writes a matrix as Filbert reads it: by rows."""
    np.save(path, np.ascontiguousarray(matrix))
