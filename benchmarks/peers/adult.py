#!/usr/bin/env python3
"""Comparison of Filbert's columns and scikit-learn's encoders: the test errors of one kernel machine on a raw table.

    benchmarks/peers/adult.py [--rows N] [--filbert COMMAND]

A table of Adult's form is made from data/a9a, seeded: numbers within the bins of a9a, words with commas and line breaks,
empty cells. Filbert gets the file with preprocessing.columns; scikit-learn gets it by SimpleImputer, StandardScaler and
OneHotEncoder, and solves the same system by KernelRidge. Needs ./filbert to be built, ./filbert data get a9a,
and Python with scikit-learn; without it, it does nothing. The exit code is 1 if the errors differ by more than 0.1 points.
"""

import argparse
import csv
import gzip
import os
import pathlib
import random
import shlex
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import training

DATA = pathlib.Path(os.environ.get("FILBERT_DATA", training.HOME / "data")) / "a9a"
SIGMA = 4
RIDGE = 1
MISSING = 0.03

# The columns of Adult, and how many of a9a's features each of them has become. Five are numbers, cut into bins.
COLUMNS = {
    "age": 5, "workclass": 8, "fnlwgt": 5, "education": 16, "education-num": 5, "marital": 7, "occupation": 14,
    "relationship": 6, "race": 5, "sex": 2, "gain": 2, "loss": 2, "hours": 5, "country": 41,
}
NUMBERS = ("age", "fnlwgt", "education-num", "gain", "loss", "hours")


def table(file, rows, seed):
    """The first rows of a file of a9a as lists of cells, the label last."""
    draw = random.Random(seed)
    found = []
    with gzip.open(file, "rt") as lines:
        for line in lines:
            label, *features = line.split()
            on = {int(feature.split(":")[0]) for feature in features}
            cells, first = [], 1
            for name, count in COLUMNS.items():
                bins = [k for k in range(count) if first + k in on]
                first += count
                noise = draw.random()
                if not bins or draw.random() < MISSING:
                    cells.append("")
                elif name in NUMBERS:
                    cells.append(f"{10 * (bins[0] + noise):.2f}")
                else:
                    cells.append(f"{name}, kind\n{bins[0]}" if bins[0] % 5 == 0 else f"{name} {bins[0]}")
            found.append(cells + [">50K" if label == "+1" else "<=50K"])
            if len(found) == rows:
                return found
    return found


def write(file, rows):
    with open(file, "w", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows([[*COLUMNS, "income"], *rows])


def filbert(command, train, test):
    columns = "\n".join(
        f"    {name}: {{type: {'number' if name in NUMBERS else 'category'}, missing: "
        f"{'mean' if name in NUMBERS else 'most-frequent'}}}"
        for name in COLUMNS
    )
    with tempfile.TemporaryDirectory(prefix="filbert-adult-") as directory:
        write(f"{directory}/train.csv", train)
        write(f"{directory}/test.csv", test)
        pathlib.Path(directory, "run.yaml").write_text(
            f"""
name: adult
task: classification
data:
  train: {{path: {directory}/train.csv, format: {{type: csv, header: true, label: income}}}}
  test: {{path: {directory}/test.csv}}
preprocessing:
  columns:
{columns}
kernel: {{type: gaussian, sigma: {SIGMA}}}
objective: {{ridge: {RIDGE}}}
solver: {{type: block-coordinate-descent, blockSize: {len(train)}, epochs: 1}}
"""
        )
        with training.training(f"{directory}/run.yaml", [], command) as run:
            return training.summary(run)["testError"]


def scikit(train, test):
    import numpy
    from sklearn.compose import ColumnTransformer
    from sklearn.impute import SimpleImputer
    from sklearn.kernel_ridge import KernelRidge
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    def split(rows):
        x = numpy.array([[cell or numpy.nan for cell in row[:-1]] for row in rows], dtype=object)
        return x, numpy.array([1.0 if row[-1] == ">50K" else -1.0 for row in rows])

    names = list(COLUMNS)
    numbers = [names.index(name) for name in NUMBERS]
    others = [j for j in range(len(names)) if j not in numbers]
    encoder = ColumnTransformer(
        [
            ("numbers", make_pipeline(StandardScaler(), SimpleImputer()), numbers),
            (
                "categories",
                make_pipeline(SimpleImputer(strategy="most_frequent"), OneHotEncoder(handle_unknown="ignore")),
                others,
            ),
        ],
        sparse_threshold=0,
    )
    x, y = split(train)
    held_out, truth = split(test)
    x[:, numbers] = x[:, numbers].astype(float)
    held_out[:, numbers] = held_out[:, numbers].astype(float)
    encoded = encoder.fit_transform(x).astype(float)
    model = KernelRidge(alpha=RIDGE, kernel="rbf", gamma=1 / (2 * SIGMA**2)).fit(encoded, y)
    return float(numpy.mean((model.predict(encoder.transform(held_out).astype(float)) > 0) != (truth > 0)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=6_000, help="rows of training and of testing (default: 6,000)")
    parser.add_argument("--filbert", default=training.FILBERT, help="the launcher")
    arguments = parser.parse_args()
    try:
        import sklearn
    except ImportError:
        print("scikit-learn is not installed: nothing to compare with")
        return 0
    train = table(DATA / "a9a.gz", arguments.rows, 1)
    test = table(DATA / "a9a.t.gz", arguments.rows, 2)
    own = filbert(shlex.split(arguments.filbert), train, test)
    theirs = scikit(train, test)
    print(f"{len(train):,} rows, {len(test):,} test rows: Filbert {own:.2%}, scikit-learn {sklearn.__version__} {theirs:.2%}")
    return 0 if abs(own - theirs) <= 0.001 else 1


if __name__ == "__main__":
    sys.exit(main())
