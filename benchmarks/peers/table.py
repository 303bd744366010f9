#!/usr/bin/env python3
"""Comparison of Filbert, scikit-learn, LIBSVM and EigenPro-pytorch on UCI Letter and MNIST: seconds and test errors as Markdown.

    benchmarks/peers/table.py [letter] [mnist]

Needs ./filbert to be built; MNIST in data/mnist or $FILBERT_DATA/mnist; and the compared programs: scikit-learn 1.2 or later, whose SVC
is LIBSVM, and PyTorch with EigenPro-pytorch (https://github.com/EigenPro/EigenPro-pytorch). It reports absent ones.
Seconds are those of fitting. Filbert's include everything from its start to the last step except the scoring of test rows.
EigenPro-pytorch is left out on Letter, where it did not begin its first epoch within seven minutes.
"""

import argparse
import sys
import time

import eigenpro
import letter
from letter import training

EPOCHS = 5
MEMORY_GB = 8
LIBSVM_CACHE_MB = 4000


def filbert(configuration, *settings):
    """Seconds and test error."""
    with training.training(configuration, settings) as run:
        summary = training.summary(run)
    scoring = sum(costs["scoring"]["seconds"] for costs in summary["costs"])
    return summary["startSeconds"] + summary["trainSeconds"] - scoring, summary["testError"]


def libsvm(x, labels, x_test, labels_test, sigma):
    import numpy
    from sklearn.svm import SVC

    machine = SVC(C=10, gamma=1 / (2 * sigma**2), cache_size=LIBSVM_CACHE_MB)
    start = time.perf_counter()
    machine.fit(x, labels)
    seconds = time.perf_counter() - start
    return seconds, float(numpy.mean(machine.predict(x_test) != labels_test))


def letter_rows(scikit):
    def svm():
        x, _, labels, _ = letter.letters()
        n = letter.TRAIN
        return libsvm(x[:n], labels[:n], x[n:], labels[n:], letter.SIGMA)

    yield "Filbert, block descent, 5 epochs (`conf/letter.yaml`)", lambda: filbert("letter.yaml")
    yield "Filbert, exact", lambda: filbert("letter.yaml", *letter.OURS["exact"])
    yield "scikit-learn, exact (`KernelRidge`)", lambda: letter.scikit(scikit["exact"]())
    yield "LIBSVM (`SVC`, C = 10)", svm
    yield "Filbert, EigenPro, 5 epochs (`conf/letter-eigenpro.yaml`)", lambda: filbert("letter-eigenpro.yaml")


def mnist_rows(_):
    def authors():
        import torch

        train, test = eigenpro.images(torch, "train"), eigenpro.images(torch, "t10k")
        return eigenpro.authors(*train, *test, eigenpro.SIGMA, EPOCHS, MEMORY_GB)[-1]

    def svm():
        import torch

        (x, y), (x_test, y_test) = eigenpro.images(torch, "train"), eigenpro.images(torch, "t10k")
        return libsvm(*(part.numpy() for part in (x, y.argmax(1), x_test, y_test.argmax(1))), eigenpro.SIGMA)

    yield "Filbert, block descent, 5 epochs (`conf/mnist.yaml`)", lambda: filbert("mnist.yaml")
    yield "Filbert, conjugate gradients (`conf/mnist-pcg.yaml`)", lambda: filbert("mnist-pcg.yaml", "evaluation.every=1000")
    eigen = f"solver.epochs={EPOCHS}"
    yield "Filbert, EigenPro, 5 epochs (`conf/mnist-eigenpro.yaml`)", lambda: filbert("mnist-eigenpro.yaml", eigen)
    yield "EigenPro's own code, 5 epochs", authors
    yield "LIBSVM (`SVC`, C = 10)", svm


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("sets", nargs="*", metavar="SET", help="letter or mnist (default: both)")
    chosen = options.parse_args().sets or ["letter", "mnist"]
    scikit = letter.peers()
    for name, rows in (("UCI Letter, 15,000 rows", letter_rows), ("MNIST, 60,000 rows", mnist_rows)):
        if not name.lower().split(",")[0].endswith(tuple(chosen)):
            continue
        print(f"| {name} | seconds | test error |\n|---|---|---|", flush=True)
        for title, measure in rows(scikit):
            try:
                seconds, error = measure()
                print(f"| {title} | {seconds:.1f} | {100 * error:.2f} % |", flush=True)
            except (ImportError, KeyError) as absent:
                print(f"| {title} | absent: {absent} | |", flush=True)
        print()


if __name__ == "__main__":
    sys.exit(main())
