#!/usr/bin/env python3
"""A diagonal metric on many rows: random features and Nyström landmarks with and without it, on a seeded table.

    benchmarks/million.py [--rows N] [--size P] [--iterations T] [--keep FILE] [SYSTEM...]

The table has 20 numbers in a row; the target depends on five of them, sin(3a) + b·c + |d| - e², with noise of a standard deviation of
0.2. A tenth of the rows is the test set. Each system (random-features, nystrom) has P columns, and a gaussian kernel whose width is the
median distance. Prints seconds, RMSE of the test rows, the peak resident set, and the inputs that the metric looks at. Needs ./filbert
to be built, and about 200 bytes of temporary files for each row. Linux only: the process's largest resident set is read from /proc.
"""

import argparse
import math
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import resident
import training

INPUTS = 20
SYSTEMS = {
    "random-features": "{{type: random-features, features: {size}}}",
    "nystrom": "{{type: nystrom, landmarks: {size}}}",
}


def table(file, rows, seed):
    draw = random.Random(seed)
    with open(file, "w") as out:
        out.write(",".join(f"x{j + 1}" for j in range(INPUTS)) + ",y\n")
        for _ in range(rows):
            x = [draw.gauss(0, 1) for _ in range(INPUTS)]
            y = math.sin(3 * x[0]) + x[1] * x[2] + abs(x[3]) - x[4] ** 2 + 0.2 * draw.gauss(0, 1)
            out.write(",".join(f"{value:.5f}" for value in [*x, y]) + "\n")


def configuration(directory, train, test, system, metric, arguments):
    learned = f", metric: {{learn: diagonal, iterations: {arguments.iterations}}}" if metric else ""
    file = pathlib.Path(directory, "run.yaml")
    file.write_text(
        f"""
name: million
task: regression
data:
  train: {{path: {train}, format: {{type: csv, header: true, label: y}}}}
  test: {{path: {test}, format: {{type: csv, header: true, label: y}}}}
kernel: {{type: gaussian, sigma: median{learned}}}
system: {SYSTEMS[system].format(size=arguments.size)}
objective: {{lambda: 1e-6}}
solver: {{type: block-coordinate-descent, blockSize: {min(arguments.size, 4000)}, epochs: 5}}
store: {directory}/models
"""
    )
    return file


def run(file, out):
    """Seconds and the peak resident set in bytes."""
    start = time.monotonic()
    process = subprocess.Popen(
        [training.FILBERT, "train", str(file), "--out", out], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    taken = 0
    while process.poll() is None:
        taken = max(taken, resident.largest(process.pid))
        time.sleep(0.1)
    if process.returncode:
        raise training.Failed(process.stderr.read().strip().splitlines()[-1])
    return time.monotonic() - start, taken


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows, with those of the test (default: 1,000,000)")
    parser.add_argument("--size", type=int, default=4000, help="features or landmarks (default: 4,000)")
    parser.add_argument("--iterations", type=int, default=2, help="metrics that are learned at most (default: 2)")
    parser.add_argument("--keep", metavar="FILE", help="only write all rows of the table into this file")
    parser.add_argument("system", nargs="*", metavar="SYSTEM", help="default: both")
    arguments = parser.parse_args()
    if arguments.keep:
        table(arguments.keep, arguments.rows, 1)
        return 0
    with tempfile.TemporaryDirectory(prefix="filbert-million-") as data:
        train, test = f"{data}/train.csv", f"{data}/test.csv"
        table(train, arguments.rows - arguments.rows // 10, 1)
        table(test, arguments.rows // 10, 2)
        print("| system | metric | seconds | RMSE | GiB | looks at |\n|---|---|---|---|---|---|")
        for system in arguments.system or SYSTEMS:
            for metric in (False, True):
                with tempfile.TemporaryDirectory(prefix="filbert-million-") as directory:
                    file = configuration(directory, train, test, system, metric, arguments)
                    seconds, taken = run(file, f"{directory}/run")
                    summary = training.summary(pathlib.Path(directory, "run"))
                looks = ", ".join(f"{each['name']} {each['share']:.3f}" for each in (summary.get("inputs") or [])[:6])
                print(
                    f"| {system} | {'diagonal' if metric else 'none'} | {seconds:.0f} | {summary['testRmse']:.4f} |"
                    f" {taken / 2**30:.1f} | {looks} |",
                    flush=True,
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
