#!/usr/bin/env python3
"""Random binning beside random Fourier features, Nyström columns and the exact solution of the same laplacian kernel.

    benchmarks/random-binning.py letter|adult|sparsity [--filbert COMMAND] [--sizes 32,128,512] [--methods a,b]

`letter` and `adult` train each method with R grids, features or landmarks by conjugate gradients to 1e-3 and print a table
of test errors and training seconds (`startSeconds` + `trainSeconds` of the summary). `sparsity` trains random binning on
Letter with the penalty L2, and with L1 for several ridges, and prints errors, non-zeros and objectives. Other data
sets than Letter are in data/ or $FILBERT_DATA. Needs ./filbert to be built.
"""

import argparse
import shlex
import sys

import training

SOLVER = "solver={type: conjugate-gradients, tolerance: 1e-3, maxIterations: 400}"
DATA = {
    "letter": ("letter-binning.yaml", ["kernel.sigma=1", "objective.ridge=0.01"]),
    "adult": ("a9a.yaml", ["kernel.type=laplacian", "kernel.sigma=20", "objective.ridge=1"]),
}
METHODS = {
    "random-binning": "system={type: random-binning, grids: %d}",
    "random-fourier": "system={type: random-features, features: %d}",
    "nystrom": "system={type: nystrom, landmarks: %d}",
}
EXACT = ["system={type: full-kernel}", SOLVER.replace("}", ", preconditioner: landmarks}")]


def train(filbert, configuration, settings):
    """Trains a configuration with other settings and returns the summary; None if it fails."""
    try:
        with training.training(configuration, ["name=curve", *settings], filbert) as run:
            return training.summary(run)
    except training.Failed as failure:
        print("failed:", configuration, shlex.join(settings), failure, file=sys.stderr)
        return None


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def percent(error):
    return f"{100 * error:.2f} %"


def curves(filbert, data, sizes, methods):
    configuration, settings = DATA[data]
    row("method", "R", "columns", "iterations", "test error", "seconds")
    row(*["---"] * 6)
    for method in methods:
        for size in [0] if method == "exact" else sizes:
            system = EXACT if method == "exact" else [METHODS[method] % size, SOLVER]
            summary = train(filbert, configuration, [*settings, *system])
            if summary is None:
                continue
            bins = summary.get("bins")
            row(
                method,
                size or "all rows",
                bins["columns"] if bins else size or "",
                summary["epochs"],
                percent(summary["testError"]),
                f"{summary['startSeconds'] + summary['trainSeconds']:.1f}",
            )


def sparsity(filbert, sizes):
    row("R", "penalty", "ridge", "test error", "non-zeros", "of", "objective", "seconds")
    row(*["---"] * 8)
    for size in sizes:
        penalties = [("l2", 0.01, SOLVER)]
        descent = "solver={type: block-coordinate-descent, blockSize: 1000, epochs: 40, tolerance: 1e-3}"
        penalties += [("l1", ridge, descent) for ridge in (2, 1, 0.5, 0.2)]
        for penalty, ridge, solver in penalties:
            summary = train(
                filbert,
                "letter-binning.yaml",
                [METHODS["random-binning"] % size, f"objective.ridge={ridge}", f"objective.penalty={penalty}", solver],
            )
            if summary is None:
                continue
            bins = summary["bins"]
            row(
                size,
                penalty,
                ridge,
                percent(summary["testError"]),
                bins["nonZeros"],
                26 * bins["columns"],
                f"{summary['objective']:.5g}",
                f"{summary['startSeconds'] + summary['trainSeconds']:.1f}",
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=[*DATA, "sparsity"])
    parser.add_argument("--filbert", default=training.FILBERT, help="the launcher")
    parser.add_argument("--sizes", default="32,128,512,2048")
    parser.add_argument("--methods", default=",".join([*METHODS, "exact"]))
    arguments = parser.parse_args()
    filbert = shlex.split(arguments.filbert)
    sizes = [int(size) for size in arguments.sizes.split(",")]
    if arguments.what == "sparsity":
        sparsity(filbert, sizes)
    else:
        curves(filbert, arguments.what, sizes, arguments.methods.split(","))


if __name__ == "__main__":
    main()
