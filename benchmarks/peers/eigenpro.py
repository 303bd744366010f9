#!/usr/bin/env python3
"""Comparison of Filbert's EigenPro and its authors' code on MNIST: seconds per epoch and test errors.

    benchmarks/peers/eigenpro.py [--epochs N] [--memory GB] [--rows N]

Needs ./filbert to be built, MNIST in data/mnist or $FILBERT_DATA/mnist, and for the authors' side Python with PyTorch and their package
(https://github.com/EigenPro/EigenPro-pytorch, not part of this project). Without these, it measures Filbert alone. Both use the
gaussian kernel of width 5 and automatic settings. Seconds are those of learning from batches, without the eigensystem and
scoring.
"""

import argparse
import gzip
import os
import pathlib
import sys
import time

from letter import training

SIGMA = 5.0


def filbert(epochs, rows):
    """Seconds and test error after each epoch."""
    settings = [f"solver.epochs={epochs}", f"data.train.rows=1-{rows}"]
    with training.training("mnist-eigenpro.yaml", settings) as run:
        return [(point["trainSeconds"], point["testError"]) for point in training.curve(run)]


def images(torch, name):
    """Pixels from 0 to 1, and targets of 0 and 1."""
    root = pathlib.Path(os.environ.get("FILBERT_DATA", training.HOME / "data")) / "mnist"
    with gzip.open(root / f"{name}-images-idx3-ubyte.gz") as file:
        x = torch.frombuffer(bytearray(file.read()[16:]), dtype=torch.uint8).reshape(-1, 784).float() / 255
    with gzip.open(root / f"{name}-labels-idx1-ubyte.gz") as file:
        labels = torch.frombuffer(bytearray(file.read()[8:]), dtype=torch.uint8).long()
    return x, torch.nn.functional.one_hot(labels, 10).float()


def authors(x, y, x_test, y_test, sigma, epochs, memory):
    """Seconds and test error after each epoch, with targets of 0 and 1."""
    import torch
    from eigenpro2 import kernels
    from eigenpro2.models import KernelModel

    class Timed(KernelModel):
        seconds = 0.0

        def eigenpro_iterate(self, *arguments):
            start = time.perf_counter()
            super().eigenpro_iterate(*arguments)
            self.seconds += time.perf_counter() - start

    model = Timed(lambda a, b: kernels.gaussian(a, b, bandwidth=sigma), x, y.shape[1], device=torch.device("cpu"))
    results = model.fit(x, y, x_test, y_test, epochs=epochs, mem_gb=memory)
    return [
        (model.seconds * (epoch + 1) / epochs, 1 - float(test["multiclass-acc"]))
        for epoch, (_, test, _) in sorted(results.items())
    ]


def mnist(epochs, rows, memory):
    """The same of the authors' code; None if it is not installed."""
    try:
        import torch
        import eigenpro2  # noqa: F401
    except ImportError as absent:
        print(f"the authors' code is absent ({absent}): Filbert alone")
        return []
    print(f"PyTorch {torch.__version__}, {torch.get_num_threads()} threads")
    x, y = images(torch, "train")
    return authors(x[:rows], y[:rows], *images(torch, "t10k"), SIGMA, epochs, memory)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--epochs", type=int, default=5, metavar="N")
    options.add_argument("--memory", type=int, default=8, metavar="GB", help="limit for the authors' code")
    options.add_argument("--rows", type=int, default=60_000, metavar="N")
    chosen = options.parse_args()
    theirs = mnist(chosen.epochs, chosen.rows, chosen.memory)
    ours = filbert(chosen.epochs, chosen.rows)
    for title, points in (("Filbert", ours), ("EigenPro-pytorch", theirs)):
        if points:
            errors = ", ".join(f"{100 * error:.2f}" for _, error in points)
            print(f"{title:18}{points[-1][0] / len(points):8.1f} s an epoch   test errors {errors} %")
    if theirs:
        print(f"an epoch {theirs[-1][0] / ours[-1][0]:.2f} times as fast")


if __name__ == "__main__":
    sys.exit(main())
