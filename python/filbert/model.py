"""A trained model, as the files of a model store."""

import csv
import json
import os
import pathlib
import shutil
import tempfile
import weakref

from filbert import session

NAME = "model"


class Model:
    """The files of a store with one model, and of the run that trained it. They are in memory, so it is copied and pickled whole.

    inputs: what is known of those of a learned metric; None without one.
    """

    def __init__(self, name, files, run, inputs):
        self.name = name
        self.files = files
        self.run = run
        self.inputs = inputs
        self.directory = None

    @classmethod
    def train(cls, table, targets, weights, settings, task, verbose):
        """Trains on a table with targets and maybe weights, with settings or by `filbert fit`."""
        weighted = weights is not None
        with tempfile.TemporaryDirectory(prefix="filbert-") as name:
            directory = pathlib.Path(name)
            path = directory / f"{NAME}.{table.suffix}"
            table.write(path, targets, weights)
            places = ["--store", directory / "store", "--out", directory / "run"]
            sections = table.automatic(task) if settings is None else settings
            if sections is None:
                options = ["--weight", table.weight] if weighted else []
                for key, value in table.known(weighted).items():
                    options += ["--set", f"preprocessing.{key}={json.dumps(value)}"]
                session.run("fit", path, "--label", table.label, "--task", task, *options, *places, verbose=verbose)
            else:
                written = configuration(sections, task, path, table, weighted)
                (directory / "train.yaml").write_text(json.dumps(written), encoding="utf-8")
                session.run("train", directory / "train.yaml", *places, verbose=verbose)
            run = {file: content for file, content in read(directory / "run").items()
                   if file in ("summary.json", "report.html", "chosen.yaml")}
            return cls(NAME, read(directory / "store"), run, json.loads(run["summary.json"]).get("inputs"))

    @classmethod
    def load(cls, reference, store):
        """A copy of a model, NAME or NAME@VERSION, of a store; and the rows that it takes, as `filbert models show` has them."""
        with tempfile.TemporaryDirectory(prefix="filbert-") as name:
            copy = pathlib.Path(name) / "store"
            session.run("models", "export", reference, "--output", copy, *(["--store", store] if store else []))
            files = read(copy)
            name = next(iter(files)).split("/")[0]
            shown = json.loads(session.run("models", "show", name, "--json", "--store", copy))
        return cls(name, files, {}, shown.get("inputs")), shown["rows"]

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

    def answers(self, table, *options):
        """The columns of `filbert predict` by name, as lists of texts."""
        store = self.store()
        with tempfile.TemporaryDirectory(prefix="filbert-") as name:
            directory = pathlib.Path(name)
            path = directory / f"rows.{table.suffix}"
            table.write(path)
            session.run("predict", "--store", store, "--model", self.name, "--input", path,
                        "--format", json.dumps(table.format(False)), "--no-label", "--output", directory / "answers.csv", *options)
            with open(directory / "answers.csv", newline="", encoding="utf-8") as file:
                header, *lines = csv.reader(file)
        return dict(zip(header, zip(*lines)))

    def export(self, path, *options):
        """Runs `filbert models export`."""
        store = self.store()
        session.run("models", "export", "--store", store, self.name, "--output", pathlib.Path(path).absolute(), *options)

    def __getstate__(self):
        return {**self.__dict__, "directory": None}

    def of_run(self, file):
        """The text of a file of the run."""
        if not self.run:
            raise AttributeError(f"the model is of a store, where there is no {file} of the run that trained it")
        return self.run[file].decode("utf-8")


def remove(directory, pid):
    """Deletes the directory of the process that made it, not a forked one's."""
    if os.getpid() == pid:
        shutil.rmtree(directory, ignore_errors=True)


def read(directory):
    """The content of each file below a directory by its path there."""
    return {str(path.relative_to(directory)): path.read_bytes()
            for path in sorted(directory.rglob("*")) if path.is_file()}


def configuration(sections, task, path, table, weighted):
    """Sections of a configuration, with the name, the task, the training rows and maybe their weights."""
    data = sections.get("data", {})
    train = {"path": str(path), "format": table.format(weighted)}
    whole = {**sections, "name": NAME, "task": task, "data": {**data, "train": train}}
    preprocessing = table.preprocessing(sections.get("preprocessing", {}), weighted)
    return {**whole, "preprocessing": preprocessing} if preprocessing else whole
