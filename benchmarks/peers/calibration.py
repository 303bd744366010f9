#!/usr/bin/env python3
"""Probabilities and intervals beside scikit-learn's: log-loss and AUC on UCI Letter and a9a, coverage on cadata.

    benchmarks/peers/calibration.py [letter] [a9a] [cadata]

Needs ./filbert to be built; scikit-learn 1.6 or later for letter and a9a; a9a and cadata in data/ or $FILBERT_DATA (./filbert data get
a9a cadata). scikit-learn's CalibratedClassifierCV gets the scores that `predict --scores` gives of the validation rows, and calibrates those
of the test rows. AUC is that of roc_auc_score on the file of predictions beside that of `evaluate`. Coverage is that of 90 % intervals on
every fifth row of cadata by chance, with five seeds. It ends with exit code 1 if log-loss is more than 2 % worse, AUC differs by more
than 1e-6, or coverage is not between 88 and 92 %. All figures are deterministic.
"""

import argparse
import csv
import gzip
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import training  # noqa: E402

LETTER = training.HOME / "data" / "letter-recognition.csv.gz"
LETTER_FORMAT = "{type: csv, header: true, label: lettr}"
A9A_FORMAT = "{type: libsvm, features: 123}"
CADATA_FORMAT = "{type: libsvm, features: 8}"
LEVEL = 0.9
SEEDS = range(1, 6)


def data(name):
    """A file of a data set as the configurations call it: in data/ here, of the project, or in $FILBERT_DATA."""
    places = [pathlib.Path("data"), training.HOME / "data"]
    if "FILBERT_DATA" in os.environ:
        places.insert(0, pathlib.Path(os.environ["FILBERT_DATA"]))
    for place in places:
        if (place / name).exists():
            return place / name
    raise SystemExit(f"{name}: found in none of {', '.join(map(str, places))}; ./filbert data get {name.split('/')[0]}")


def run(*words):
    done = subprocess.run([training.FILBERT, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise training.Failed(done.stderr.strip().splitlines()[-1])
    return done.stdout


def source(path, rows, form):
    return f"{{path: {path}, format: {form}" + (f", rows: {rows[0]}-{rows[1]}" if rows else "") + "}"


class Model:
    """A model trained with some rows, and what it says of others."""

    def __init__(self, directory, configuration, settings):
        self.directory = directory
        self.name = configuration.split(".")[0]
        training.train(configuration, [f"store={directory}/models", *settings], directory / "run")

    def ask(self, command, path, rows, *options):
        words = [command, "--store", self.directory / "models", "--model", self.name, "--input", path, *options]
        return run(*words, *(["--rows", f"{rows[0]}-{rows[1]}"] if rows else []))

    def predictions(self, path, rows):
        """Scores and probabilities by row."""
        import numpy

        file = self.directory / "predictions.csv"
        self.ask("predict", path, rows, "--scores", "--probabilities", "--output", file)
        with open(file, newline="", encoding="utf-8") as lines:
            table = list(csv.reader(lines))
        kinds = {kind: [i for i, name in enumerate(table[0]) if name.startswith(kind)] for kind in ("score_", "probability_")}
        classes = [table[0][i].removeprefix("probability_") for i in kinds["probability_"]]
        scores, p = (numpy.array([[float(row[i]) for i in kinds[kind]] for row in table[1:]]) for kind in kinds)
        return scores, p, classes

    def evaluate(self, path, rows, *options):
        return json.loads(self.ask("evaluate", path, rows, "--json", *options))


def labels(path, rows):
    """The first cell of each row, which is the class."""
    with gzip.open(path, "rt") as lines:
        cells = [line.replace(",", " ").split()[0].strip('"') for line in lines]
    if cells[0] == "lettr":
        cells = cells[1:]
    return cells[rows[0] - 1 : rows[1]] if rows else cells


def calibrated(scores, truth, test_scores, classes):
    """scikit-learn's probabilities of test rows."""
    import numpy
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.frozen import FrozenEstimator

    class Scores(ClassifierMixin, BaseEstimator):
        def fit(self, x, y):
            self.classes_ = numpy.unique(y)
            return self

        def decision_function(self, x):
            return x[:, 0] if x.shape[1] == 1 else x

        def predict(self, x):
            winners = (x[:, 0] > 0).astype(int) if x.shape[1] == 1 else x.argmax(axis=1)
            return self.classes_[winners]

    given = Scores().fit(scores, classes)
    fitted = CalibratedClassifierCV(FrozenEstimator(given), method="sigmoid").fit(scores, truth)
    return fitted.predict_proba(test_scores)


def compare(title, configuration, settings, validation, test):
    from sklearn.metrics import log_loss, roc_auc_score

    with tempfile.TemporaryDirectory(prefix="filbert-benchmark-") as directory:
        model = Model(pathlib.Path(directory), configuration, settings)
        validation_scores, _, classes = model.predictions(*validation)
        test_scores, p, _ = model.predictions(*test)
        ours = model.evaluate(*test)["classification"]
    known, truth = labels(*validation), labels(*test)
    order = sorted(range(len(classes)), key=classes.__getitem__)
    names = [classes[i] for i in order]
    flip = -1 if len(classes) == 2 and order == [1, 0] else 1
    columns = [0] if len(classes) == 2 else order
    theirs = calibrated(flip * validation_scores[:, columns], known, flip * test_scores[:, columns], names)
    loss, their_loss = ours["probabilities"]["logLoss"], log_loss(truth, theirs, labels=names)
    if len(classes) == 2:
        auc = roc_auc_score([label == classes[1] for label in truth], test_scores[:, 0])
    else:
        auc = roc_auc_score(truth, p[:, order], labels=names, multi_class="ovr", average="macro")
    ratio, difference = loss / their_loss, abs(ours["rocAuc"] - auc)
    print(f"{title:8} log-loss {loss:.5f}, scikit-learn {their_loss:.5f}, ratio {ratio:.4f}")
    print(f"{'':8} of the file {log_loss(truth, p[:, order], labels=names):.5f}")
    print(f"{'':8} AUC {ours['rocAuc']:.8f}, scikit-learn {auc:.8f}, difference {difference:.1e}", flush=True)
    return ratio <= 1.02 and difference <= 1e-6


def letter():
    train, validation, test = (1, 13_500), (13_501, 15_000), (15_001, 20_000)
    settings = [
        f"data.train.rows={train[0]}-{train[1]}",
        f"data.validation={source(LETTER, validation, LETTER_FORMAT)}",
    ]
    return compare("letter", "letter.yaml", settings, (LETTER, validation), (LETTER, test))


def a9a():
    path, test = data("a9a/a9a.gz"), data("a9a/a9a.t.gz")
    validation = (26_001, 32_561)
    settings = [
        f"data.train={source(path, (1, 26_000), A9A_FORMAT)}",
        f"data.validation={source(path, validation, A9A_FORMAT)}",
        f"data.test={source(test, None, A9A_FORMAT)}",
    ]
    return compare("a9a", "a9a.yaml", settings, (path, validation), (test, None))


def cadata():
    with gzip.open(data("cadata/cadata.gz"), "rt") as lines:
        rows = lines.readlines()
    coverages = []
    for seed in SEEDS:
        with tempfile.TemporaryDirectory(prefix="filbert-benchmark-") as directory:
            files = {name: pathlib.Path(directory, f"{name}.libsvm") for name in ("train", "test")}
            shuffled = random.Random(seed).sample(rows, len(rows))
            held_out = len(rows) // 5
            files["test"].write_text("".join(shuffled[:held_out]))
            files["train"].write_text("".join(shuffled[held_out:]))
            settings = [f"data.{name}={source(file, None, CADATA_FORMAT)}" for name, file in files.items()]
            settings += [f"seed={seed}", "kernel.sigma=1", "objective.ridge=0.3"]
            model = Model(pathlib.Path(directory), "cadata.yaml", settings)
            found = model.evaluate(files["test"], None, "--interval", LEVEL)["regression"]
        coverages.append(found["coverage"][0])
        print(f"cadata   seed {seed}: coverage {100 * coverages[-1]:.2f} %, width {found['intervalWidth'][0]:.0f}", flush=True)
    return all(0.88 <= coverage <= 0.92 for coverage in coverages)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    checks = {"letter": letter, "a9a": a9a, "cadata": cadata}
    options.add_argument("sets", nargs="*", choices=[[], *checks], metavar="SET", help="letter, a9a or cadata (default: all)")
    chosen = options.parse_args().sets or list(checks)
    passed = [checks[name]() for name in chosen]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
