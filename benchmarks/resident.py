#!/usr/bin/env python3
"""Planned and actual memory of runs: two epochs each of a dense, a generated, a sparse and a text system, the second from the cache; and
fits of 300,000 rows of three numbers, with limits.

    benchmarks/resident.py [--fits]

With --fits it makes the fits alone. Needs ./filbert to be built, and the data sets in data/ or $FILBERT_DATA. Linux only: the process's
largest resident set is read from /proc.
"""

import json
import math
import mmap
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import training

RUNS = {
    "MNIST, full kernel": ("mnist.yaml", []),
    "MNIST, 8,000 random features": ("mnist.yaml", ["system={type: random-features, features: 8000}"]),
    "Adult, sparse": ("a9a.yaml", []),
    "IMDB, string kernel": ("imdb.yaml", []),
}

LIMITS = ["2g", "4g"]
ROWS = 300_000


def largest(pid):
    """The peak resident set in bytes; 0 after the end of the process."""
    try:
        lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM:")), 0)


def peak(command):
    """The largest resident set of a command while it runs, in bytes."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    taken = 0
    while process.poll() is None:
        taken = max(taken, largest(process.pid))
        time.sleep(0.05)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}")
    return taken


def touch(size):
    """Writes to free memory, as far as there is some: a virtual machine's host that has taken pages back gives them again only slowly."""
    lines = pathlib.Path("/proc/meminfo").read_text().splitlines()
    free = next(int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable:"))
    step = 64 << 20
    count = max(0, min(size, free - (1 << 30))) // step
    if count:
        with mmap.mmap(-1, count * step, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as pages:
            pages.madvise(mmap.MADV_HUGEPAGE)
            ones = b"\1" * step
            for at in range(0, count * step, step):
                pages[at : at + step] = ones


def run(conf, settings):
    """Planned bytes, planned bytes of the cache, and actual bytes."""
    with tempfile.TemporaryDirectory(prefix="filbert-resident-") as directory:
        settings = [f"store={directory}/models", "solver.epochs=2", *settings]
        taken = peak(training.command(conf, settings, directory + "/run"))
        whole = json.loads(pathlib.Path(directory, "run", "plan.json").read_text())
    plan, workers = whole["plan"], whole["workers"]
    cache = plan["cache"]
    kept = min(cache["budget"]["memory"], cache["blocks"] * (cache["trainBytes"] + cache["heldOutBytes"]))
    items = sum(item["bytes"] for item in plan["memory"])
    return workers * (items + kept) + sum(item["bytes"] for item in plan["driver"]), workers * kept, taken


def fit(directory, limit):
    """Actual bytes of a fit within a limit."""
    out = f"{directory}/{limit}"
    command = [training.FILBERT, "fit", f"{directory}/rows.csv", "--label", "y", "--memory", limit, "--time", "3m"]
    return peak([*command, "--store", f"{out}/models", "--out", f"{out}/run"])


def fits():
    print("| fit --memory | peak resident set, GiB | actual / limit |\n|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="filbert-resident-") as directory:
        draw = random.Random(1)
        with open(f"{directory}/rows.csv", "w") as out:
            out.write("a,b,c,y\n")
            for _ in range(ROWS):
                a, b, c = (draw.gauss(0, 1) for _ in range(3))
                out.write(f"{a:.5f},{b:.5f},{c:.5f},{math.sin(3 * a) + b * c + draw.gauss(0, 0.2):.5f}\n")
        for limit in LIMITS:
            taken = fit(directory, limit) / 2**30
            print(f"| {limit} | {taken:.2f} | {taken / int(limit[:-1]):.2f} |", flush=True)


def main():
    fits()
    if "--fits" in sys.argv[1:]:
        return
    print("| | planned, GiB | planned cache | peak resident set | actual / planned |\n|---|---|---|---|---|")
    for title, (conf, settings) in RUNS.items():
        planned, cache, taken = (value / 2**30 for value in run(conf, settings))
        print(f"| {title} | {planned:.2f} | {cache:.2f} | {taken:.2f} | {taken / planned:.2f} |", flush=True)


if __name__ == "__main__":
    if not os.path.exists("/proc/self/status"):
        sys.exit("needs /proc")
    main()
