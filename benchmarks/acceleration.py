#!/usr/bin/env python3
"""Epochs that plain stochastic gradients need for the training error of EigenPro after two epochs.

    benchmarks/acceleration.py [--rows N] [--epochs N] [--batch M]

Needs ./filbert to be built, and MNIST in data/mnist or $FILBERT_DATA/mnist. Both use batches of M rows (256, as in the experiments of Ma
and Belkin 2017) and the longest stable step. The training error is measured on the first fifth of the training rows after each epoch.
Prints the curves of each kernel and the ratio of the epochs.
"""

import argparse
import sys

import training

KERNELS = {"gaussian": 5, "exponential": 10, "cauchy": 5}


def errors(kernel, solver, rows):
    """Training error after each epoch."""
    settings = [
        f"kernel={{type: {kernel}, sigma: {KERNELS[kernel]}}}",
        f"solver={solver}",
        "evaluation.every=1",
        f"data.train.rows=1-{rows}",
        "data.test.path=data/mnist/train-images-idx3-ubyte.gz",
        "data.test.format.labels=data/mnist/train-labels-idx1-ubyte.gz",
        f"data.test.rows=1-{rows // 5}",
    ]
    with training.training("mnist-eigenpro.yaml", settings) as run:
        return [point["testError"] for point in training.curve(run)]


def shown(curve):
    return " ".join(f"{100 * error:.2f}" for error in curve)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rows", type=int, default=20_000, metavar="N")
    options.add_argument("--epochs", type=int, default=40, metavar="N", help="limit for plain stochastic gradients")
    options.add_argument("--batch", type=int, default=256, metavar="M")
    chosen = options.parse_args()
    for kernel in KERNELS:
        fast = errors(kernel, f"{{type: eigenpro, epochs: 2, batchSize: {chosen.batch}}}", chosen.rows)
        plain = errors(kernel, f"{{type: sgd, epochs: {chosen.epochs}, batchSize: {chosen.batch}}}", chosen.rows)
        needed = next((epoch for epoch, error in enumerate(plain, 1) if error <= fast[1]), None)
        found = f"{needed} epochs, {needed / 2:g} x" if needed else f"not reached in {chosen.epochs} epochs, more than {chosen.epochs / 2:g} x"
        print(f"{kernel}: training error {100 * fast[1]:.2f} % after 2 epochs of EigenPro; plain {found}")
        print(f"    EigenPro {shown(fast)}\n    plain    {shown(plain)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
