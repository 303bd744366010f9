#!/usr/bin/env python3
"""filbert plan beside the runs that it plans: memory, the first epoch, the later ones.

    benchmarks/plan.py          five configurations of different systems and solvers
    benchmarks/plan.py --tu     the shape of Tu et al.'s TIMIT, from 1 to 64 machines

Needs ./filbert to be built, and the data sets in data/ or $FILBERT_DATA. Linux only: the process's largest resident set is read from /proc.
Seconds need a machine with nothing else to do.
"""

import json
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile

import resident
import training

FILBERT = tuple(shlex.split(os.environ.get("FILBERT_COMMAND", training.FILBERT)))

RUNS = {
    "MNIST, full kernel, blocks of 4,000": ("mnist.yaml", ["solver.epochs=3"]),
    "MNIST, 8,000 random features, blocks of 4,000": (
        "mnist.yaml",
        ["system={type: random-features, features: 8000}", "solver.epochs=3"],
    ),
    "Adult, full kernel, blocks of 4,000": ("a9a.yaml", ["solver.epochs=3"]),
    "Letter, 3,000 landmarks, blocks of 600": ("letter-nystrom.yaml", ["solver.epochs=5"]),
    "MNIST, conjugate gradients": ("mnist-pcg.yaml", ["solver.maxIterations=20"]),
}

TIMIT = """
name: timit
task: classification
data: {train: {path: DIRECTORY/rows.csv, format: {type: csv, header: false, label: 1}}}
kernel: {type: gaussian, sigma: 30}
objective: {ridge: 1}
solver: {type: block-coordinate-descent, blockSize: 6144, epochs: 1}
"""


def plan(*words, refused=False):
    """The estimate; None if the plan is refused and may be."""
    done = subprocess.run([*FILBERT, "plan", *words, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if refused and done.returncode == 2:
        return None
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        sys.exit(f"filbert plan {' '.join(words)} ended with {done.returncode}")
    return json.loads(done.stdout)["estimate"]


def run(conf, settings):
    """Planned, and actual: bytes, seconds of the first epoch, mean seconds of the later ones."""
    words = [word for setting in settings for word in ("--set", setting)]
    estimate = plan(str(training.HOME / "conf" / conf), *words)
    resident.touch(estimate["machineBytes"])
    with tempfile.TemporaryDirectory(prefix="filbert-plan-") as directory:
        settings = [f"store={directory}/models", *settings]
        taken = resident.peak(training.command(conf, settings, directory + "/run", FILBERT))
        seconds = [line["trainSeconds"] for line in training.curve(pathlib.Path(directory, "run"))]
    later = (seconds[-1] - seconds[0]) / (len(seconds) - 1)
    planned = (estimate["machineBytes"], estimate["firstEpochSeconds"], estimate["laterEpochSeconds"])
    return planned, (taken, seconds[0], later)


def compare():
    print("| | memory planned, GiB | taken | ratio | first epoch planned, s | taken | ratio | later ones planned, s | taken | ratio |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for title, (conf, settings) in RUNS.items():
        planned, taken = run(conf, settings)
        cells = [title]
        for unit, expected, actual in zip((2**30, 1, 1), planned, taken):
            cells += [f"{expected / unit:.2f}", f"{actual / unit:.2f}", f"{actual / expected:.2f}"]
        print("| " + " | ".join(cells) + " |", flush=True)


def tu():
    draws = random.Random(1)
    with tempfile.TemporaryDirectory(prefix="filbert-plan-") as directory:
        rows = ("%d,%s" % (i % 147, ",".join("%.3f" % draws.gauss(0, 1) for _ in range(440))) for i in range(3000))
        pathlib.Path(directory, "rows.csv").write_text("\n".join(rows) + "\n")
        conf = pathlib.Path(directory, "timit.yaml")
        conf.write_text(TIMIT.replace("DIRECTORY", directory))
        print("| machines | workers | memory of a machine, GiB | an epoch, 10 Gbit/s | an epoch, 1 Gbit/s |\n|---|---|---|---|---|")
        for machines in (1, 4, 16, 64, 128):
            words = [str(conf), "--rows", "2251569", "--machines", str(machines)]
            words += ["--parallelism", str(machines * os.cpu_count())]
            fast = plan(*words, refused=True)
            if fast is None:
                print(f"| {machines} | | more than there is | | |", flush=True)
                continue
            slow = plan(*words, "--bandwidth", "1")
            print(
                f"| {machines} | {fast['workers']} | {fast['machineBytes'] / 2**30:.1f} "
                f"| {fast['firstEpochSeconds'] / 60:.1f} min | {slow['firstEpochSeconds'] / 60:.1f} min |",
                flush=True,
            )


if __name__ == "__main__":
    if not os.path.exists("/proc/self/status"):
        sys.exit("needs /proc")
    tu() if sys.argv[1:] == ["--tu"] else compare()
