"""A trained model, as the files of a model store."""

import contextlib
import csv
import json
import pathlib
import tempfile

import numpy as np

from filbert import session

NAME = "model"


class Model:
    """The files of a store with one model. They are in memory, so it is copied and pickled whole."""

    def __init__(self, files):
        self.files = files

    @classmethod
    def train(cls, rows, targets, settings, task, verbose):
        """Trains on rows, whose targets become the last columns, with settings or by `filbert fit`."""
        with tempfile.TemporaryDirectory(prefix="filbert-") as name:
            directory = pathlib.Path(name)
            save(directory / f"{NAME}.npy", np.column_stack([rows, targets]))
            label = rows.shape[1] + 1
            places = ["--store", directory / "store", "--out", directory / "run"]
            if settings is None:
                session.run("fit", directory / f"{NAME}.npy", "--label", label, "--task", task, *places,
                            verbose=verbose)
            else:
                written = configuration(settings, task, directory / f"{NAME}.npy", label)
                (directory / "train.yaml").write_text(json.dumps(written), encoding="utf-8")
                session.run("train", directory / "train.yaml", *places, verbose=verbose)
            store = directory / "store"
            return cls({str(path.relative_to(store)): path.read_bytes()
                        for path in sorted(store.rglob("*")) if path.is_file()})

    @contextlib.contextmanager
    def store(self):
        """The directory of the store, which goes again."""
        with tempfile.TemporaryDirectory(prefix="filbert-") as name:
            store = pathlib.Path(name) / "store"
            for file, content in self.files.items():
                path = store / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            yield store

    def answers(self, rows, *options):
        """The columns of `filbert predict` by name, as lists of texts."""
        with self.store() as store:
            directory = store.parent
            save(directory / "rows.npy", rows)
            session.run("predict", "--store", store, "--model", NAME, "--input", directory / "rows.npy", "--no-label",
                        "--output", directory / "answers.csv", *options)
            with open(directory / "answers.csv", newline="", encoding="utf-8") as file:
                header, *lines = csv.reader(file)
        return dict(zip(header, zip(*lines)))

    def export(self, path, *options):
        """Runs `filbert models export`."""
        with self.store() as store:
            session.run("models", "export", "--store", store, NAME, "--output", pathlib.Path(path).absolute(), *options)


def configuration(settings, task, path, label):
    """Sections of a configuration, with the name, the task and the training rows."""
    data = settings.get("data", {})
    rows = {"path": str(path), "format": {"type": "npy", "label": label}}
    return {**settings, "name": NAME, "task": task, "data": {**data, "train": rows}}


def save(path, matrix):
    """Writes a matrix as Filbert reads it: by rows."""
    np.save(path, np.ascontiguousarray(matrix))
