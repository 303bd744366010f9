#!/usr/bin/env python3
"""EigenPro with automatic settings: test errors after each epoch on four data sets with five kernels.

    benchmarks/automatic.py [--epochs N] [DATA...]

Needs ./filbert to be built, and the data in data/ or $FILBERT_DATA; missing data sets are skipped. Gaussian kernels have the widths of
conf/, the others the median distance. Prints the chosen settings and the warnings, for example of a halved step.
"""

import argparse
import sys

import training

KERNELS = {
    "gaussian": "type: gaussian",
    "exponential": "type: exponential, sigma: median",
    "laplacian": "type: laplacian, sigma: median",
    "cauchy": "type: cauchy, sigma: median",
    "matern": "type: matern, nu: 1.5, sigma: median",
}
DATA = {
    "letter": ("letter-eigenpro", 0.2, []),
    "a9a": ("a9a", 8, ["data.train.rows=1-15000"]),
    "mnist": ("mnist-eigenpro", 5, ["data.train.rows=1-10000"]),
    "cadata": ("cadata", 1, ["data.validationFraction=null"]),
}


def train(data, kernel, epochs):
    """The summary of a run, and the test errors of its curve."""
    name, sigma, settings = DATA[data]
    described = KERNELS[kernel] + (f", sigma: {sigma}" if kernel == "gaussian" else "")
    settings = settings + [
        f"name={data}-{kernel}",
        f"kernel={{{described}}}",
        "objective=null",
        "evaluation.every=1",
        f"solver={{type: eigenpro, epochs: {epochs}}}",
    ]
    with training.training(f"{name}.yaml", settings) as run:
        return training.summary(run), [point["testError"] for point in training.curve(run)]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--epochs", type=int, default=5, metavar="N")
    options.add_argument("data", nargs="*", default=list(DATA), metavar="DATA")
    chosen = options.parse_args()
    for data in chosen.data:
        for kernel in KERNELS:
            try:
                summary, errors = train(data, kernel, chosen.epochs)
            except training.Failed as failure:
                print(f"{data:8}{kernel:13}{failure}", flush=True)
                continue
            scale = 1 if data == "cadata" else 100
            made = " ".join(f"{key} {value:.4g}" for key, value in summary["choices"].items())
            print(f"{data:8}{kernel:13}" + " ".join(f"{scale * error:6.4g}" for error in errors) + f"   {made}", flush=True)
            for warning in summary.get("warnings", []):
                print(f"    {warning}")


if __name__ == "__main__":
    sys.exit(main())
