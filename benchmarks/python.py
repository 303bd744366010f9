#!/usr/bin/env python3
"""What the Python door costs: seconds of fit from Python beside the command line, and of handing over an array.

    benchmarks/python.py

fit: 15,000 rows of UCI Letter, without settings; the command reads the same .npy file. Both have a JVM that runs already: its start is timed apart.
An array of 10^6 x 28 float32: seconds to write it, and those of a quick fit with settings that are not training: writing, reading, and storing the model.

Needs ./filbert to be built, NumPy, and an idle machine.
"""

import csv
import gzip
import os
import pathlib
import sys
import tempfile
import time

import numpy as np

HOME = pathlib.Path(__file__).resolve().parents[1]
os.environ.setdefault("FILBERT_HOME", str(HOME))
sys.path.insert(0, str(HOME / "python"))

from filbert import FilbertClassifier, FilbertRegressor, arrays, session  # noqa: E402  from the tree

ROWS = 15_000
MANY = 1_000_000
REPEATS = 3
# A training that takes less than its rows take to be read.
QUICK = {
    "kernel": {"type": "gaussian", "sigma": 5},
    "system": {"type": "nystrom", "landmarks": 100},
    "objective": {"ridge": 0.001},
    "solver": {"type": "block-coordinate-descent", "blockSize": 100, "epochs": 1},
}


def letter():
    """Rows and classes of the training part."""
    with gzip.open(HOME / "data" / "letter-recognition.csv.gz", "rt") as file:
        lines = list(csv.reader(file))[1:ROWS + 1]
    return np.array([line[1:] for line in lines], dtype=np.float32), np.array([line[0] for line in lines])


def seconds(action):
    """Those of an action."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def command(directory, number):
    """`filbert fit` of the file, in the same session."""
    session.run("fit", directory / "letter.npy", "--label", 17, "--task", "classification",
                "--store", directory / "store", "--out", directory / f"run-{number}")


def main():
    rows, names = letter()
    print(f"start of the JVM: {seconds(lambda: session.run('--version')):.1f} s")
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        places = arrays.classes(names)[1].astype(np.float32)
        np.save(directory / "letter.npy", np.column_stack([rows, places]))
        command(directory, "warm")
        for repeat in range(REPEATS):
            outside = seconds(lambda: command(directory, repeat))
            inside = seconds(lambda: FilbertClassifier().fit(rows, names))
            print(f"fit of {ROWS:,} rows: command {outside:.1f} s, Python {inside:.1f} s, ratio {inside / outside:.3f}", flush=True)
        many = np.random.default_rng(1).normal(size=(MANY, 28)).astype(np.float32)
        targets = many[:, 0].astype(np.float64)
        table = arrays.MatrixTable(many)
        for _ in range(REPEATS):
            written = seconds(lambda: table.write(directory / "many.npy", targets))
            regressor = FilbertRegressor(QUICK)
            all_of_it = seconds(lambda: regressor.fit(many, targets))
            print(f"{MANY:,} x 28 float32: {written:.2f} s to write; {all_of_it - regressor.summary_['trainSeconds']:.2f} s of fit "
                  "are not training", flush=True)


if __name__ == "__main__":
    main()
