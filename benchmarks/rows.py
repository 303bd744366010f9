#!/usr/bin/env python3
"""Error against rows and seconds: `fit` beside boosting, on one seeded function of 20 inputs.

    benchmarks/rows.py [--rows N N ...] [--time 8m] [--keep DIRECTORY] [--draw FILE.svg]

y = sin 3a + b·c + |d| + e/2 and noise of a standard deviation of 0.2; 10,000 other rows are the test set. Of each number of rows it runs
`./filbert fit` and scikit-learn's HistGradientBoostingRegressor, by default and with up to 1,000 rounds and early stopping, one after
the other, and prints seconds and RMSE. Seconds of fit are those of the whole command, reading the file and the test included; those of
boosting are of its `fit` alone. With --keep the tables stay in a directory, and are taken from there again; with --draw a picture is
written. Needs ./filbert to be built, scikit-learn, for the picture matplotlib, and 170 bytes of disk for each row.
"""

import argparse
import pathlib
import re
import subprocess
import tempfile
import time

import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor

import training

INPUTS = 20
TEST_ROWS = 10_000
BATCH = 100_000
BOOSTING = {"boosting": {}, "boosting, 1,000 rounds": {"max_iter": 1000, "early_stopping": True}}


def table(directory, rows, seed):
    """A file of the directory, which is made if it is not there."""
    file = pathlib.Path(directory, f"{rows}-{seed}.csv")
    if file.exists():
        return file
    draw = np.random.default_rng(seed)
    with open(file, "w") as out:
        out.write(",".join(f"x{j}" for j in range(INPUTS)) + ",y\n")
        for start in range(0, rows, BATCH):
            x = draw.standard_normal((min(BATCH, rows - start), INPUTS))
            y = np.sin(3 * x[:, 0]) + x[:, 1] * x[:, 2] + abs(x[:, 3]) + x[:, 4] / 2
            np.savetxt(out, np.c_[x, y + 0.2 * draw.standard_normal(len(x))], fmt="%.5f", delimiter=",")
    return file


def ours(train, test, limit):
    """Seconds and RMSE of a fit."""
    with tempfile.TemporaryDirectory(prefix="filbert-rows-") as directory:
        command = [training.FILBERT, "fit", str(train), "--label", "y", "--test", str(test), "--time", limit]
        start = time.perf_counter()
        out = subprocess.run(
            [*command, "--name", "rows", "--out", f"{directory}/run", "--set", f"store={directory}/models"],
            capture_output=True, text=True, check=True,
        ).stdout
        seconds = time.perf_counter() - start
    return seconds, float(re.findall(r"RMSE of [\d,]+ test rows: ([\d.]+)", out)[-1])


def boosting(train, test, settings):
    rows, others = (np.loadtxt(file, delimiter=",", skiprows=1) for file in (train, test))
    start = time.perf_counter()
    model = HistGradientBoostingRegressor(random_state=0, **settings).fit(rows[:, :-1], rows[:, -1])
    seconds = time.perf_counter() - start
    return seconds, float(np.sqrt(np.mean((model.predict(others[:, :-1]) - others[:, -1]) ** 2)))


def draw(results, file):
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(9, 3.6), sharey=True)
    for name, points in results.items():
        rows, seconds, errors = zip(*points)
        axes[0].plot(rows, errors, "o-", label=name)
        axes[1].plot(seconds, errors, "o-", label=name)
    for axis, label in zip(axes, ("training rows", "seconds")):
        axis.axhline(0.2, color="gray", linestyle=":", linewidth=1)
        axis.set_xscale("log")
        axis.set_xlabel(label)
    axes[0].set_ylabel("RMSE of 10,000 test rows; 0.2 is noise")
    axes[0].legend(frameon=False)
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, nargs="+", default=[3_000, 10_000, 30_000, 100_000])
    parser.add_argument("--time", default="8m")
    parser.add_argument("--keep")
    parser.add_argument("--draw")
    arguments = parser.parse_args()
    results = {}
    with tempfile.TemporaryDirectory(prefix="filbert-rows-") as temporary:
        directory = arguments.keep or temporary
        test = table(directory, TEST_ROWS, 2)
        for rows in arguments.rows:
            train = table(directory, rows, 1)
            runs = {"fit": lambda: ours(train, test, arguments.time)}
            for name, settings in BOOSTING.items():
                runs[name] = lambda settings=settings: boosting(train, test, settings)
            for name, run in runs.items():
                seconds, error = run()
                results.setdefault(name, []).append((rows, seconds, error))
                print(f"{rows:>10,} {name:<24} {seconds:>7.1f} s {error:.4f}", flush=True)
    if arguments.draw:
        draw(results, arguments.draw)


if __name__ == "__main__":
    main()
