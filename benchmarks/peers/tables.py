#!/usr/bin/env python3
"""Comparison of `fit`, which takes no settings, and scikit-learn's learners on tables.

    benchmarks/peers/tables.py [--table FILE:LABEL]... [--splits N] [--rows N] [--grid] [--filbert COMMAND]

A table is a CSV file with a header, plain or as .gz, and the name of the column to be predicted; by default it is Letter
Recognition. Each split draws training rows, at most --rows, seeded; of the others up to 10,000 are test rows. Filbert gets both as
files. scikit-learn gets them by SimpleImputer, StandardScaler and OneHotEncoder and fits HistGradientBoosting, RandomForest,
SVC or SVR (the best of nine settings by three folds) and KernelRidge (likewise, up to 10,000 rows and of numbers alone);
XGBoost, if it is installed, by its defaults and by the best of 30 random settings by three folds.
Prints for each table the mean errors (shares of misclassified rows, or root mean squared errors) and seconds, and then the
mean rank of each learner; of two classes also the mean area under the ROC and average precision of the class with fewer
rows. Of Filbert it prints what `fit` said of its model beside what the test rows say: the expected error over the true one,
and the share of numbers within intervals of 90 %. Needs ./filbert to be built, and Python with scikit-learn; without it, it
does nothing.

With --grid it compares the width and the ridge that `fit` chooses without a metric with a grid instead: of the same kernel ten
widths, from 1/16 to 32 times the chosen one, and ten ridges, from 1e-6 to 1e3, a fifth of the training rows held out to decide.
Both models learn all training rows; the errors are those of the test rows. This needs no scikit-learn.
"""

import argparse
import csv
import gzip
import json
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import training

INTERVAL = 0.9
LETTER = f"{training.HOME}/data/letter-recognition.csv.gz:lettr"
FEW_CLASSES = 20
MOST_TEST_ROWS = 10_000
MOST_OF_KERNEL_RIDGE = 10_000
MISSING = {"", "?", "NA", "nan", "NaN"}


def number(cell):
    try:
        return float(cell)
    except ValueError:
        return None


class Table:
    """The rows of a file of CSV: cells as they are written."""

    def __init__(self, argument):
        self.file, self.label = argument.rsplit(":", 1)
        opener = gzip.open if self.file.endswith(".gz") else open
        with opener(self.file, "rt", newline="") as lines:
            self.header, *self.rows = [row for row in csv.reader(lines) if row]
        if self.label not in self.header:
            raise SystemExit(f"{self.file}: found no column {self.label}, allowed {', '.join(self.header)}")
        self.target = self.header.index(self.label)
        self.rows = [row for row in self.rows if row[self.target] not in MISSING]
        labels = {row[self.target] for row in self.rows}
        whole = all(number(label) is not None and number(label) == int(number(label)) for label in labels)
        numbers = all(number(label) is not None for label in labels)
        self.regression = numbers and not (whole and len(labels) <= FEW_CLASSES)

    def split(self, seed, most):
        rows = list(self.rows)
        random.Random(seed).shuffle(rows)
        train = min(most, len(rows) * 5 // 6)
        return rows[:train], rows[train : train + MOST_TEST_ROWS]

    def write(self, file, rows):
        with open(file, "w", newline="") as out:
            csv.writer(out, lineterminator="\n").writerows([self.header, *rows])


def summary_of(words, out):
    """The summary of a run of Filbert."""
    done = subprocess.run(
        [*words, "--out", str(out)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    if done.returncode:
        raise training.Failed(done.stderr.strip().splitlines()[-1])
    return json.loads(pathlib.Path(out, "summary.json").read_text())


def fit(command, directory, table, train, test, *more):
    """The summary of `fit`, in the run directory `run`."""
    table.write(f"{directory}/train.csv", train)
    table.write(f"{directory}/test.csv", test)
    words = [*command, "fit", f"{directory}/train.csv", "--label", table.label, "--test", f"{directory}/test.csv"]
    words += ["--task", "regression" if table.regression else "classification"]
    words += ["--store", f"{directory}/models", *more]
    return summary_of(words, f"{directory}/run")


def error_key(table):
    return "testRmse" if table.regression else "testError"


def filbert(command, table, train, test):
    with tempfile.TemporaryDirectory(prefix="filbert-tables-") as directory:
        summary = fit(command, directory, table, train, test)
        error = summary[error_key(table)]
        words = [*command, "evaluate", "--json", "--input", f"{directory}/test.csv", "--store", f"{directory}/models"]
        words += ["--model", summary["modelName"]]
        words += ["--interval", str(INTERVAL)] if table.regression else []
        told = json.loads(subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout)
        found = {"error": error}
        expected = expected_error(summary)
        if expected is not None and error > 0:
            found["expected / true"] = expected / error
        if table.regression:
            found["coverage"] = told["regression"]["coverage"][0]
        elif len(told["classification"]["classes"]) == 2:
            found["AUC"] = told["classification"]["rocAuc"]
            found["AP"] = told["classification"]["averagePrecision"]
        return found


def expected_error(summary):
    """What a run says of the error of its model; None if it says nothing."""
    left_out = summary.get("leftOut") or {}
    if "classification" in left_out:
        return left_out["classification"]["error"]
    if "regression" in left_out:
        return left_out["regression"]["rmse"]
    return summary["selection"][0]["error"] if summary.get("selection") else None


def grid(command, table, train, test):
    """Errors of the chosen width and ridge, and of those of a grid by held-out rows; none if classes have other targets."""
    with tempfile.TemporaryDirectory(prefix="filbert-tables-") as directory:
        chosen = fit(command, directory, table, train, test, "--set", "kernel.metric=null")
        print(f"  chosen: {chosen['kernel']}, ridge {chosen['ridge']:.3g}", file=sys.stderr)
        config = f"{directory}/run/chosen.yaml"
        sigma = re.search(r"sigma=([0-9.eE+-]+)", chosen["kernel"])
        if sigma is None or "type: auto" in pathlib.Path(config).read_text():
            return None
        widths = [float(sigma.group(1)) * 2.0**power for power in range(-4, 6)]
        words = [*command, "train", config, "--set", "data.validationFraction=0.2"]
        words += ["--set", "calibration=none"]
        words += ["--set", "kernel.sigma=" + json.dumps(widths)]
        words += ["--set", "objective.ridge=" + json.dumps([10.0**power for power in range(-6, 4)])]
        searched = summary_of(words, f"{directory}/grid")
        print(f"  grid: {searched['kernel']}, ridge {searched['ridge']:.3g}", file=sys.stderr)
        return chosen[error_key(table)], searched[error_key(table)]


def compare_grid(tables, splits, most, command):
    for table in tables:
        pairs = [grid(command, table, *table.split(seed, most)) for seed in range(1, splits + 1)]
        kind = "RMSE" if table.regression else "error"
        if None in pairs:
            print(f"{table.file}: classes have targets of their own, which a grid has not")
            continue
        chosen, searched = (sum(errors) / splits for errors in zip(*pairs))
        ratio = f", {chosen / searched:.3f} times" if searched else ""
        print(f"{table.file}: {kind} {chosen:.5g} chosen, {searched:.5g} by the grid{ratio}", flush=True)


def encoded(table, train, test):
    """Matrices and targets of both parts, encoded by what the training rows have."""
    import numpy
    from sklearn.compose import ColumnTransformer
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    places = [j for j in range(len(table.header)) if j != table.target]
    numeric = [
        i for i, j in enumerate(places) if all(row[j] in MISSING or number(row[j]) is not None for row in train)
    ]
    others = [i for i in range(len(places)) if i not in numeric]

    def matrix(rows):
        x = numpy.array([[None if row[j] in MISSING else row[j] for j in places] for row in rows], dtype=object)
        for i in numeric:
            x[:, i] = [numpy.nan if cell is None else float(cell) for cell in x[:, i]]
        return x

    encoder = ColumnTransformer(
        [
            ("numbers", make_pipeline(SimpleImputer(), StandardScaler()), numeric),
            (
                "categories",
                make_pipeline(
                    SimpleImputer(missing_values=None, strategy="most_frequent"),
                    OneHotEncoder(handle_unknown="ignore", max_categories=256),
                ),
                others,
            ),
        ],
        sparse_threshold=0,
    )
    x = encoder.fit_transform(matrix(train)).astype(float)
    kind = float if table.regression else str
    return x, encoder.transform(matrix(test)).astype(float), *(
        numpy.array([kind(row[table.target]) for row in rows]) for rows in (train, test)
    )


XGBOOST = {
    "n_estimators": [50, 100, 200, 400, 800],
    "learning_rate": [0.02, 0.05, 0.1, 0.2, 0.3],
    "max_depth": [2, 3, 4, 6, 8, 10],
    "min_child_weight": [1, 3, 10],
    "subsample": [0.6, 0.8, 1],
    "colsample_bytree": [0.4, 0.7, 1],
    "reg_lambda": [0.1, 1, 10],
}


def learners(regression, rows, features):
    """Names and makers of scikit-learn's learners."""
    from sklearn import ensemble, kernel_ridge, model_selection, svm

    def grid(model, **values):
        return model_selection.GridSearchCV(model, values, cv=3)

    kind = "Regressor" if regression else "Classifier"
    gammas = [factor / features for factor in (0.25, 1, 4)]
    found = {
        "HistGradientBoosting": lambda: getattr(ensemble, "HistGradientBoosting" + kind)(random_state=1),
        "RandomForest": lambda: getattr(ensemble, "RandomForest" + kind)(n_estimators=300, n_jobs=-1, random_state=1),
        "SVM": lambda: grid(svm.SVR() if regression else svm.SVC(), C=[1, 10, 100], gamma=gammas),
    }
    try:
        import xgboost

        learner = getattr(xgboost, "XGB" + kind)
        found["XGBoost"] = lambda: learner(random_state=1, n_jobs=2)
        found["XGBoost of 30"] = lambda: model_selection.RandomizedSearchCV(
            learner(random_state=1, n_jobs=2), XGBOOST, n_iter=30, cv=3, random_state=1
        )
    except ImportError:
        pass
    if regression and rows <= MOST_OF_KERNEL_RIDGE:
        found["KernelRidge"] = lambda: grid(kernel_ridge.KernelRidge(kernel="rbf"), alpha=[0.01, 0.1, 1], gamma=gammas)
    return found


def error(regression, truth, predicted):
    import numpy

    if regression:
        return float(numpy.sqrt(numpy.mean((truth - predicted) ** 2)))
    return float(numpy.mean(truth != predicted))


def scikit(make, regression, x, held_out, y, truth):
    """Figures of a learner. Numbers are learned with mean 0 and standard deviation 1, classes as 0, 1, ..."""
    import numpy
    from sklearn import metrics

    if regression:
        mean, scale = y.mean(), y.std() or 1
        model = make().fit(x, (y - mean) / scale)
        return {"error": error(regression, truth, model.predict(held_out) * scale + mean)}
    classes, codes = numpy.unique(y, return_inverse=True)
    model = make().fit(x, codes)
    found = {"error": error(regression, truth, classes[model.predict(held_out)])}
    if len(classes) == 2:
        rare = int(2 * numpy.sum(truth == classes[1]) <= len(truth))
        rows = truth == classes[rare]
        scores = model.predict_proba(held_out)[:, 1] if hasattr(model, "predict_proba") else model.decision_function(held_out)
        found["AUC"] = metrics.roc_auc_score(rows, scores if rare else -scores)
        found["AP"] = metrics.average_precision_score(rows, scores if rare else -scores)
    return found


def compare(table, splits, most, command):
    """Figures by learner, for each split."""
    results = {}

    def timed(name, run):
        start = time.monotonic()
        found = {**run(), "seconds": time.monotonic() - start}
        results.setdefault(name, []).append(found)
        print(f"  {name:<22} {', '.join(f'{key} {value:.5g}' for key, value in found.items())}", file=sys.stderr)

    for seed in range(1, splits + 1):
        train, test = table.split(seed, most)
        timed("Filbert", lambda: filbert(command, table, train, test))
        data = encoded(table, train, test)
        for name, make in learners(table.regression, len(train), data[0].shape[1]).items():
            timed(name, lambda: scikit(make, table.regression, *data))
    return results


def mean(figures):
    """The means of the figures that all splits have."""
    keys = [key for key in figures[0] if all(key in split for split in figures)]
    return {key: sum(split[key] for split in figures) / len(figures) for key in keys}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", action="append", help="FILE:LABEL, repeatable (default: Letter)")
    parser.add_argument("--splits", type=int, default=5, help="seeded splits of each table (default: 5)")
    parser.add_argument("--rows", type=int, default=15_000, help="training rows at most (default: 15,000)")
    parser.add_argument("--grid", action="store_true", help="compare the chosen width and ridge with a grid")
    parser.add_argument("--filbert", default=training.FILBERT, help="the launcher")
    arguments = parser.parse_args()
    tables = map(Table, arguments.table or [LETTER])
    if arguments.grid:
        compare_grid(tables, arguments.splits, arguments.rows, shlex.split(arguments.filbert))
        return 0
    try:
        import sklearn
    except ImportError:
        print("scikit-learn is not installed: nothing to compare with")
        return 0
    ranks = {}
    for table in tables:
        results = compare(table, arguments.splits, arguments.rows, shlex.split(arguments.filbert))
        kind = "RMSE" if table.regression else "error"
        print(f"{table.file}, {len(table.rows):,} rows, scikit-learn {sklearn.__version__}")
        means = {name: mean(all) for name, all in results.items()}
        for rank, name in enumerate(sorted(means, key=lambda name: means[name]["error"]), 1):
            found = means[name]
            ranks.setdefault(name, []).append(rank)
            more = "".join(f"  {key} {found[key]:.4g}" for key in ("AUC", "AP", "expected / true", "coverage") if key in found)
            print(f"  {name:<22} {kind} {found['error']:.5g}  {found['seconds']:8.1f} s  rank {rank}{more}", flush=True)
    print("mean rank")
    for name, all in sorted(ranks.items(), key=lambda entry: sum(entry[1]) / len(entry[1])):
        print(f"  {name:<22} {sum(all) / len(all):.2f} of {len(all)} tables")
    return 0


if __name__ == "__main__":
    sys.exit(main())
