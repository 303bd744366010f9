#!/usr/bin/env python3
"""Successive halving beside a wide grid: what each chooses on two data sets, and what it costs.

    benchmarks/tuning.py [DATA...]

Needs ./filbert to be built, and the data in data/ or $FILBERT_DATA; missing data sets are skipped. Both searches have the same range of widths
and regularisations, a fifth of the training rows to decide by, and train their choice on all rows. The cost is the sum of the seconds of training of all
trials in the run's own summary, the last training left out. Wanted: a test error within 0.3 points (classification) or 2 % (regression) of the
grid's, at a quarter of the cost or less.
"""

import argparse
import sys

import training

DATA = {
    "letter": ("letter-tuned.yaml", "{from: 0.05, to: 1.6, scale: log, steps: 11}", []),
    "cadata": (
        "cadata.yaml",
        "{from: 0.25, to: 8.0, scale: log, steps: 11}",
        ["kernel={type: gaussian, sigma: 1}", "objective={lambda: 1e-6}"],
    ),
}
RIDGES = "{from: 1e-8, to: 1e-3, scale: log, steps: 6}"
SEARCHES = {"grid": "search: grid", "halving": "search: halving, trials: 18, factor: 3"}


def search(data, how):
    """The error on test rows, the chosen settings, and the seconds of all trials."""
    name, widths, settings = DATA[data]
    over = f"{{kernel.sigma: {widths}, objective.lambda: {RIDGES}}}"
    with training.training(name, settings + [f"tuning={{{SEARCHES[how]}, over: {over}}}"]) as run:
        summary = training.summary(run)
    trials = summary["tuning"]
    chosen = next(trial for trial in trials if trial["chosen"])
    error = summary["testError"] if "testError" in summary else summary["testRmse"]
    return error, chosen, sum(trial["seconds"] for trial in trials), len(trials)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("data", nargs="*", default=list(DATA), metavar="DATA")
    for data in options.parse_args().data:
        try:
            found = {how: search(data, how) for how in SEARCHES}
        except training.Failed as failure:
            print(f"{data:8}{failure}", flush=True)
            continue
        for how, (error, chosen, seconds, trials) in found.items():
            made = " ".join(f"{key} {value}" for key, value in chosen["settings"].items())
            print(f"{data:8}{how:9}test {error:.5g}  validation {chosen['validationError']:.5g}  {trials:3} trials {seconds:8.1f} s  {made}")
        grid, halving = found["grid"], found["halving"]
        difference = f"{100 * (halving[0] - grid[0]):+.2f} points" if grid[0] < 1 else f"{100 * (halving[0] / grid[0] - 1):+.2f} %"
        print(f"{data:8}{'':9}{difference}, {halving[2] / grid[2]:.2f} of the seconds", flush=True)


if __name__ == "__main__":
    sys.exit(main())
