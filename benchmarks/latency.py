#!/usr/bin/env python3
"""Latency of predictions from topic to topic: from the time at which a row is due in the topic of rows to that at which its prediction is seen.

    benchmarks/latency.py [--rows N] [--rate R] [--set KEY=VALUE ...] [--label NAME] [--without NAME ...] [FILE]

A broker on the loopback interface, `train-online` by default, and a producer with R rows a second, 1,000 unless asked otherwise. FILE is CSV with a header, plain
or .gz, elec2 without its date if absent; it goes by again if it has fewer than N rows. Percentiles in milliseconds, until a prediction is written and until it is
committed, which the end of a checkpoint does. All processes end, and all files are temporary. Needs ./filbert to be built, and
`mvn -q -pl benchmarks -am package -DskipTests`. An idle machine.
"""

import argparse
import contextlib
import csv
import gzip
import itertools
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

import training

PATIENCE = 120
DATA = [training.HOME / "data", *([pathlib.Path(os.environ["FILBERT_DATA"])] if "FILBERT_DATA" in os.environ else [])]
ELEC2 = pathlib.Path("elec2/elecNormNew.csv.gz")
CONFIGURATION = """
name: latency
task: classification
store: DIRECTORY/models
input: {kafka: {bootstrapServers: BROKER, topic: rows, record: {type: csv, label: "LABEL"}}}
output: {kafka: {predictions: predictions}}
rows: {features: FEATURES}
checkpoint: {interval: 2s}
"""


def elec2():
    for root in DATA:
        if (root / ELEC2).is_file():
            return root / ELEC2
    sys.exit(f"data/{ELEC2} is not here: ./filbert data get elec2 fetches it")


def records(file, label, without, rows):
    """The rows as lines of text without some columns, and the number of the label's column and of the others."""
    with gzip.open(file, "rt") if file.suffix == ".gz" else open(file) as text:
        header, *all_rows = csv.reader(text)
    unknown = {label, *without} - set(header)
    if unknown:
        sys.exit(f"{file}: found no column {', '.join(sorted(unknown))}, allowed {', '.join(header)}")
    kept = [j for j, name in enumerate(header) if name not in without]
    lines = [",".join(row[j] for j in kept) for row in itertools.islice(itertools.cycle(all_rows), rows)]
    return lines, kept.index(header.index(label)) + 1, len(kept) - 1


def filbert(*words):
    done = subprocess.run([training.FILBERT, *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"filbert {words[0]}: {(done.stderr or done.stdout).strip().splitlines()[-1]}")
    return done.stdout


@contextlib.contextmanager
def broker(directory):
    """The address of a broker with the topics."""
    place = ["--directory", directory / "kafka"]
    address = re.search(r"up at (\S+),", filbert("kafka", "start", "--port", 0, *place))[1]
    try:
        filbert("kafka", "topics", "create", "rows", "predictions", *place)
        yield address
    finally:
        filbert("kafka", "stop", "--delete", *place)


@contextlib.contextmanager
def learner(directory, settings):
    """A run of train-online, which is interrupted at the end."""
    words = [training.FILBERT, "train-online", directory / "run.yaml", "--out", directory / "run"]
    with open(directory / "log", "w") as log:
        run = subprocess.Popen([*words, *(f"--set={setting}" for setting in settings)], stdout=log, stderr=log)
        try:
            yield run
        finally:
            run.send_signal(signal.SIGINT)
            try:
                run.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                run.kill()
                run.wait()


def measure(directory, address, rate):
    target = training.HOME / "jobs" / "target"
    path = f"{training.HOME}/benchmarks/target/classes:{target}/filbert-jobs.jar:{target}/flink-lib/*"
    report = "org.filbert.benchmarks.streams.LatencyReport"
    return subprocess.run(["java", "-cp", path, report, address, "rows", "predictions", directory / "rows", str(rate)]).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--rate", type=float, default=1000, help="rows a second")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", dest="settings")
    parser.add_argument("--label", default="class")
    parser.add_argument("--without", action="append", metavar="NAME", help="a column to leave out; of elec2 the date")
    parser.add_argument("file", nargs="?", type=pathlib.Path, metavar="FILE")
    arguments = parser.parse_args()
    without = arguments.without or ([] if arguments.file else ["date"])
    lines, label, features = records(arguments.file or elec2(), arguments.label, without, arguments.rows)
    with tempfile.TemporaryDirectory(prefix="filbert-latency-") as name:
        directory = pathlib.Path(name)
        (directory / "rows").write_text("\n".join(lines) + "\n")
        with broker(directory) as address:
            text = CONFIGURATION.replace("DIRECTORY", name).replace("BROKER", address)
            (directory / "run.yaml").write_text(text.replace("LABEL", str(label)).replace("FEATURES", str(features)))
            with learner(directory, arguments.settings) as run:
                code = measure(directory, address, arguments.rate)
            if code:
                print((directory / "log").read_text(), file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
