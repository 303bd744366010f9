"""A learner of a stream, row by row."""

import json
import pathlib
import tempfile
import weakref

import numpy as np

from filbert import arrays, frames, session

# Sections of a configuration that a stream in this process has.
SECTIONS = ("backend", "frequencies", "kernel", "learner", "parallelism", "precision", "rows", "seed")
# Numbers of a message, at most; one row is one message at least.
NUMBERS = 1_000_000
# Streams of sessions that nobody has any more.
FORGOTTEN = []


class FilbertStream:
    """Learns from one row after the other, as `filbert train-online` does, and follows what changes.

    A row is numbers, or a dictionary of numbers by the names of the first one. All rows have as many.
    task: "classification", whose classes may be of any type and come as they occur, or "regression".
    settings: sections of a configuration of train-online, such as {"learner": {"firstRows": 200}}.
    """

    def __init__(self, task="classification", settings=None):
        if task not in ("classification", "regression"):
            raise ValueError(f"found the task {task!r}, allowed classification or regression")
        wrong = set(settings or {}) - set(SECTIONS)
        if wrong:
            raise ValueError(f"found the settings {', '.join(sorted(wrong))}, allowed {', '.join(SECTIONS)}")
        self.task = task
        self.settings = settings
        self._place = None  # the session and the number of the stream there
        self._width = None
        self._names = None
        self._classes = {}  # of any type, by their texts

    def learn_one(self, x, y):
        """Learns from a row and its class or number. Returns what was predicted before that; None where there was no class yet."""
        return self.learn_many([x], [y])[0]

    def learn_many(self, x, y):
        """Learns from rows, one after the other. Returns what was predicted of each before it was learned from."""
        rows = self._rows(x)
        targets = np.asarray(y)
        if targets.shape != (len(rows),):
            raise ValueError(f"found {len(rows)} rows and targets of the shape {targets.shape}, allowed one target for each row")
        if self.task == "regression":
            labels = [repr(value) for value in arrays.numbers(targets).tolist()]
        else:
            labels = [str(value) for value in targets.tolist()]
            for label, value in zip(labels, targets.tolist()):
                if self._classes.setdefault(label, value) != value:
                    raise ValueError(f"found the classes {self._classes[label]!r} and {value!r}, allowed classes whose texts differ")
        if self._place is None:
            self._open(rows.shape[1])
        answers = [self._ask("learn", rows=rows[part].tolist(), labels=labels[part]) for part in parts(rows)]
        return self._predicted(answers)

    def predict_one(self, x):
        """The class or the number of a row; None before any class was learned."""
        return self.predict_many([x])[0]

    def predict_many(self, x):
        """The class or the number of each row, of which nothing is learned."""
        return self._predicted(self._predictions(x))

    def predict_proba_one(self, x):
        """The probabilities of a row's classes, as a dictionary."""
        if self.task == "regression":
            raise AttributeError("a regression has no probabilities")
        answer, = self._predictions([x])
        return {self._classes[name]: p for name, p in zip(answer["classes"], probabilities(answer))}

    def save(self, name, store=None):
        """Puts the model as it is into a store, by default FILBERT_STORE or else models. Returns its name and version, for load."""
        self._learned()
        return self._ask("publish", name=name, store=None if store is None else str(store))

    def _learned(self):
        if self._place is None:
            raise arrays.NotFittedError("this FilbertStream has learned nothing: call learn_one or learn_many first")

    def _predictions(self, x):
        rows = self._rows(x)
        self._learned()
        return [self._ask("predict", rows=rows[part].tolist()) for part in parts(rows)]

    def _predicted(self, answers):
        if self.task == "regression":
            return np.array([scores[0] for answer in answers for scores in answer["scores"]])
        found = [None if label is None else self._classes[label] for answer in answers for label in answer["labels"]]
        return np.array(found, dtype=object if None in found else None)

    def _rows(self, x):
        """Rows of numbers; NaN where settings allow that numbers are missing."""
        if frames.is_frame(x):
            names = list(x.columns)
            x = frames.numeric(x)
        elif len(x) and all(isinstance(row, dict) for row in x):
            names = self._names or list(x[0])
            wrong = next((row for row in x if row.keys() != set(names)), None)
            if wrong is not None:
                raise ValueError(f"found a row with {', '.join(map(str, wrong))}, allowed rows with {', '.join(map(str, names))}")
            x = [[row[name] for name in names] for row in x]
        else:
            names = self._names
        rows = arrays.matrix(x).astype(np.float64)
        if self._width is not None and (rows.shape[1] != self._width or names != self._names):
            raise ValueError(f"found rows of {rows.shape[1]} features, {names or 'without names'}, allowed {self._width} features, "
                             f"{self._names or 'without names'}, as those before")
        self._width, self._names = rows.shape[1], names
        return rows

    def _open(self, features, state=None):
        settings = self.settings or {}
        configuration = {
            "name": "stream", "task": self.task, "input": {"file": {"path": "rows", "format": {"type": "npy"}}},
            **settings, "rows": {**settings.get("rows", {}), "features": features}}
        asked, number = session.ask({"do": "open", "configuration": json.dumps(configuration), "state": state})
        self._place = asked, number
        weakref.finalize(self, FORGOTTEN.append, self._place)  # it may run within a message, so that the next one ends the stream

    def _ask(self, do, **arguments):
        asked, number = self._place
        while FORGOTTEN:
            other, old = FORGOTTEN.pop()
            if other is asked:
                session.ask({"do": "close", "stream": old}, asked)
        return session.ask({"do": do, "stream": number, **arguments}, asked)[1]

    def __getstate__(self):
        state = None
        if self._place is not None:
            with tempfile.TemporaryDirectory(prefix="filbert-") as directory:
                file = pathlib.Path(directory) / "stream"
                self._ask("keep", state=str(file))
                state = file.read_bytes()
        return {**self.__dict__, "_place": None, "state": state}

    def __setstate__(self, state):
        kept = state.pop("state")
        self.__dict__.update(state)
        if kept is not None:
            with tempfile.TemporaryDirectory(prefix="filbert-") as directory:
                file = pathlib.Path(directory) / "stream"
                file.write_bytes(kept)
                self._open(self._width, str(file))


def parts(rows):
    """The rows of one message after the other."""
    step = max(1, NUMBERS // rows.shape[1])
    return [slice(i, i + step) for i in range(0, len(rows), step)]


def probabilities(answer):
    """Those of one row's classes. Scores of least squares estimate them; what is below 0 counts as 0."""
    given = answer["probabilities"][0]
    if given is not None:
        return [given[name] for name in answer["classes"]]
    scores = np.array(answer["scores"][0])
    if len(scores) == 1 and len(answer["classes"]) == 2:
        scores = np.array([1 - scores[0], 1 + scores[0]]) / 2
    p = np.maximum(scores, 0)
    if len(p) and not p.any():
        p[scores.argmax()] = 1
    return (p / p.sum()).tolist()
