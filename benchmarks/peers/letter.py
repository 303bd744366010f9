#!/usr/bin/env python3
"""Comparison of Filbert and scikit-learn on UCI Letter: seconds of fitting and test errors.

    benchmarks/peers/letter.py [--repeat N]

Needs ./filbert to be built, and Python with scikit-learn 1.2 or later (Debian: python3-sklearn). Without scikit-learn, it
measures Filbert alone. Seconds of Filbert are `trainSeconds` of its summary and the preparation before the first epoch;
those of scikit-learn are the time of `fit`. Each is the best of N.
"""

import argparse
import csv
import gzip
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import training  # noqa: E402

DATA = training.HOME / "data" / "letter-recognition.csv.gz"
TRAIN = 15_000
SIGMA, RIDGE = 0.2, 0.01
GAMMA = 1 / (2 * SIGMA**2)


def filbert(name, settings):
    """Trains conf/letter.yaml with other settings: seconds of fitting and test error."""
    with training.training("letter.yaml", [f"name={name}", *settings]) as run:
        summary = training.summary(run)
    costs = summary["costs"][0]
    total = sum(phase["seconds"] for phase in costs.values())
    shares = {phase: work["seconds"] / total for phase, work in costs.items() if work["seconds"] > 0.01 * total}
    return summary["startSeconds"] + summary["trainSeconds"], summary["testError"], shares


def letters():
    import numpy

    with gzip.open(DATA, "rt") as lines:
        rows = list(csv.reader(lines))[1:]
    labels = numpy.array([row[0] for row in rows])
    x = numpy.array([[float(value) for value in row[1:]] for row in rows]) / 15
    classes = numpy.unique(labels)
    y = numpy.where(labels[:, None] == classes[None, :], 1.0, -1.0)
    return x, y, labels, classes


def scikit(fitted):
    """Seconds of fitting and test error."""
    import numpy

    x, y, labels, classes = letters()
    start = time.perf_counter()
    fitted.fit(x[:TRAIN], y[:TRAIN])
    seconds = time.perf_counter() - start
    found = classes[numpy.argmax(fitted.predict(x[TRAIN:]), axis=1)]
    return seconds, float(numpy.mean(found != labels[TRAIN:]))


def peers():
    try:
        import sklearn
        from sklearn.kernel_approximation import Nystroem, RBFSampler
        from sklearn.kernel_ridge import KernelRidge
        from sklearn.linear_model import Ridge
        from sklearn.pipeline import make_pipeline
    except ImportError as absent:
        print(f"scikit-learn is absent ({absent}): Filbert alone")
        return {}
    print(f"scikit-learn {sklearn.__version__}")
    ridge = lambda: Ridge(alpha=RIDGE, fit_intercept=False)
    return {
        "exact": lambda: KernelRidge(alpha=RIDGE, kernel="rbf", gamma=GAMMA),
        "fourier": lambda: make_pipeline(RBFSampler(gamma=GAMMA, n_components=5000, random_state=1), ridge()),
        "nystrom": lambda: make_pipeline(Nystroem(gamma=GAMMA, n_components=3000, random_state=1), ridge()),
    }


OURS = {
    "exact": ["solver.blockSize=15000", "solver.epochs=1"],
    "fourier": ["system={type: random-features, features: 5000}", "solver.blockSize=5000", "solver.epochs=1"],
    "nystrom": ["system={type: nystrom, landmarks: 3000}", "solver.blockSize=3000", "solver.epochs=1"],
}
TITLES = {
    "exact": "exact, 15,000 rows (KernelRidge)",
    "fourier": "random Fourier, 5,000 features (RBFSampler + Ridge)",
    "nystrom": "Nyström, 3,000 landmarks (Nystroem + Ridge)",
}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--repeat", type=int, default=1, metavar="N")
    repeat = options.parse_args().repeat
    others = peers()
    print(f"{'':54}{'Filbert':>18}{'scikit-learn':>20}{'times faster':>14}")
    for key, title in TITLES.items():
        ours = min(filbert(key, OURS[key]) for _ in range(repeat))
        line = f"{title:54}{ours[0]:8.2f} s {100 * ours[1]:5.2f} %"
        if others:
            theirs = min(scikit(others[key]()) for _ in range(repeat))
            line += f"{theirs[0]:11.2f} s {100 * theirs[1]:5.2f} %{theirs[0] / ours[0]:12.1f}"
        print(line)
        print("    " + ", ".join(f"{phase} {100 * share:.0f} %" for phase, share in ours[2].items()))


if __name__ == "__main__":
    sys.exit(main())
