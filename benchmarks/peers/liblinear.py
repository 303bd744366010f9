#!/usr/bin/env python3
"""Comparison of Filbert's Newton method and LIBLINEAR: the objectives that they reach on the same problem.

    benchmarks/peers/liblinear.py [--filbert COMMAND]

Letters A to M against N to Z, by a linear function of the 16 inputs and a constant one. Filbert gets the inputs by feature
hashing, which only changes their signs unless two of them share one of 2,048 features. Needs ./filbert to be
built and Python with scikit-learn, whose solver liblinear is LIBLINEAR; without it, it does nothing. The exit
code is 1 if the relative difference of objectives exceeds 1e-6.
"""

import argparse
import csv
import gzip
import math
import pathlib
import shlex
import sys
import tempfile

from letter import DATA, training

ROWS = 15_000
RIDGE = 0.5


def problem():
    with gzip.open(DATA, "rt") as lines:
        rows = list(csv.reader(lines))[1 : ROWS + 1]
    x = [[float(value) / 16 for value in row[1:]] + [1.0] for row in rows]
    return x, [1 if row[0] <= "M" else -1 for row in rows]


def filbert(command, loss, x, y):
    """J of Filbert: the objective of its curve is 2J/n."""
    with tempfile.TemporaryDirectory(prefix="filbert-liblinear-") as directory:
        with open(f"{directory}/rows.svm", "w") as out:
            for values, label in zip(x, y):
                out.write(f"{label} " + " ".join(f"{j + 1}:{v!r}" for j, v in enumerate(values)) + "\n")
        pathlib.Path(directory, "run.yaml").write_text(
            f"""
name: liblinear
task: classification
precision: double
data:
  train: {{path: {directory}/rows.svm, format: {{type: libsvm, features: {len(x[0])}}}}}
kernel: {{type: linear}}
system: {{type: random-features, features: 2048, map: hashing}}
objective: {{ridge: {RIDGE}, loss: {loss}}}
solver: {{type: newton-cg, tolerance: 1e-9, maxIterations: 200}}
"""
        )
        with training.training(f"{directory}/run.yaml", [], command) as run:
            return training.summary(run)["objective"] * len(x) / 2


def liblinear(loss, x, y):
    """J of LIBLINEAR's weights: ½ ridge·‖w‖² + Σ ℓ."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.svm import LinearSVC

    common = {"C": 1 / RIDGE, "fit_intercept": False, "tol": 1e-10, "max_iter": 10_000, "dual": False}
    if loss == "logistic":
        w = LogisticRegression(solver="liblinear", **common).fit(x, y).coef_[0]
    else:
        w = LinearSVC(loss="squared_hinge", **common).fit(x, y).coef_[0]
    total = RIDGE / 2 * sum(weight * weight for weight in w)
    for values, label in zip(x, y):
        margin = label * sum(weight * value for weight, value in zip(w, values))
        if loss == "logistic":
            total += math.log1p(math.exp(-margin)) if margin > -30 else -margin
        else:
            total += max(0, 1 - margin) ** 2
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filbert", default=training.FILBERT, help="the launcher")
    arguments = parser.parse_args()
    try:
        import sklearn
    except ImportError:
        print("scikit-learn is not installed: nothing to compare with")
        return 0
    x, y = problem()
    print(f"scikit-learn {sklearn.__version__}")
    worst = 0
    for loss in ("logistic", "squared-hinge"):
        own = filbert(shlex.split(arguments.filbert), loss, x, y)
        theirs = liblinear(loss, x, y)
        difference = abs(own - theirs) / theirs
        worst = max(worst, difference)
        print(f"{loss}: Filbert {own:.10g}, LIBLINEAR {theirs:.10g}, relative difference {difference:.2g}")
    return 0 if worst <= 1e-6 else 1


if __name__ == "__main__":
    sys.exit(main())
