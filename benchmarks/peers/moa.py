#!/usr/bin/env python3
"""Comparison of Filbert and MOA on streams: share of wrong predictions, each made before its row is learned, and rows a second, as Markdown.

    benchmarks/peers/moa.py [--rows N] [--filbert COMMAND] [STREAM ...]

MOA's generators make the streams; elec2 and Letter are read from data/ or $FILBERT_DATA, and Letter goes by three times in random orders. All learners get the
same rows in the same order, with MOA's defaults and Filbert's. Needs ./filbert to be built, Java, and Maven, which fetches MOA into a temporary directory: it
is no part of this project. It says what is absent, and goes on without. Rows a second are of MOA those of its own processor time, which leaves out its start;
of Filbert those of the whole run, its start and both cores of a machine with two.
"""

import argparse
import csv
import gzip
import io
import json
import os
import pathlib
import random
import shlex
import shutil
import subprocess
import sys
import tempfile

HOME = pathlib.Path(__file__).resolve().parents[2]
DATA = [HOME / "data", *([pathlib.Path(os.environ["FILBERT_DATA"])] if "FILBERT_DATA" in os.environ else [])]
MOA = "2024.07.0"
ROWS = 40_000

STREAMS = {
    "RandomRBF": "generators.RandomRBFGenerator -c 5 -a 10 -n 50",
    "RandomRBF, drift 0.001": "generators.RandomRBFGeneratorDrift -c 5 -a 10 -n 50 -k 50 -s 0.001",
    "Hyperplane, drift 0.001": "generators.HyperplaneGenerator -a 10 -k 10 -t 0.001",
    "SEA, abrupt drift": "ConceptDriftStream -s (generators.SEAGenerator -f 1) -d (generators.SEAGenerator -f 3) -p {half} -w 1",
    "Waveform, drift": "ConceptDriftStream -s generators.WaveformGenerator -d (generators.WaveformGeneratorDrift -d 10) -p {half} -w 1",
}
FILES = {
    "elec2": ("elec2/elecNormNew.csv.gz", "class"),
    "Letter, A-M against N-Z, 3 times": ("letter-recognition.csv.gz", "lettr"),
}
LEARNERS = {
    "adaptive random forest, 10 trees": "meta.AdaptiveRandomForest -s 10",
    "Hoeffding tree": "trees.HoeffdingTree",
    "Hoeffding adaptive tree": "trees.HoeffdingAdaptiveTree",
    "naive Bayes": "bayes.NaiveBayes",
    "kNN, 1,000 rows": "lazy.kNN -w 1000",
}
TWELVE = """
  experts:
    - {kernel: {type: gaussian, sigma: [1.0, 3.0]}, features: 100, memories: [0.999, 0.99, 0.95]}
    - {kernel: {type: laplacian, sigma: [1.0, 3.0]}, features: 100, memories: [0.999, 0.99, 0.95]}
batch: {size: 32}
"""
FILBERT = {
    "Filbert": "",
    "Filbert, 12 experts of 100, batches of 32": "learner:\n  algorithm: recursive-least-squares" + TWELVE,
}


class Absent(Exception):
    """Something that the comparison needs is not here. The message says what."""


def run(words, **options):
    done = subprocess.run(words, capture_output=True, text=True, **options)
    if done.returncode:
        lines = (done.stderr + done.stdout).strip().splitlines() or ["no output"]
        raise Absent(f"{words[0]} has failed: {lines[-1]}")
    return done.stdout


def moa(directory):
    """The class path of MOA with what it needs."""
    for program in ("java", "mvn"):
        if not shutil.which(program):
            raise Absent(f"MOA: {program} is not installed")
    (directory / "pom.xml").write_text(
        f"""<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
        <groupId>peers</groupId><artifactId>moa</artifactId><version>1</version><dependencies><dependency>
        <groupId>nz.ac.waikato.cms.moa</groupId><artifactId>moa</artifactId><version>{MOA}</version>
        </dependency></dependencies></project>"""
    )
    try:
        run(["mvn", "-B", "-ntp", "-q", "dependency:copy-dependencies", "-DoutputDirectory=lib", "-DincludeScope=runtime"], cwd=directory)
    except Absent as e:
        raise Absent(f"MOA {MOA} cannot be fetched from Maven Central: {e}") from e
    return f"{directory}/lib/*"


def task(class_path, text):
    return run(["java", "-Xmx2g", "-cp", class_path, "moa.DoTask", text])


def generated(class_path, generator, rows, file):
    """Writes the rows of a generator as ARFF. Returns the names of columns, and rows of text."""
    task(class_path, f"WriteStreamToARFFFile -s ({generator.format(half=rows // 2)}) -f {file} -m {rows}")
    head, body = file.read_text().split("@data", 1)
    names = [line.split()[1] for line in head.splitlines() if line.startswith("@attribute")]
    return names, [line.strip().rstrip(",").split(",") for line in body.splitlines() if line.strip()]


def read(path, label):
    """The rows of a file of data sets, the class last."""
    for root in DATA:
        if (root / path).is_file():
            with gzip.open(root / path, "rt") as text:
                header, *rows = csv.reader(text)
            break
    else:
        raise Absent(f"data/{path} is not here: ./filbert data get {path.split('/')[0]} fetches it")
    at = header.index(label)
    moved = [row[:at] + row[at + 1 :] + [row[at]] for row in rows]
    if label == "lettr":
        draw = random.Random(1)
        halves = [row[:-1] + ["A-M" if row[-1] <= "M" else "N-Z"] for row in moved]
        moved = [row for _ in range(3) for row in draw.sample(halves, len(halves))]
    return [f"x{j}" for j in range(len(header) - 1)] + ["class"], moved


def write(names, rows, directory):
    """The rows as stream.csv and stream.arff."""
    with open(directory / "stream.csv", "w", newline="") as out:
        csv.writer(out).writerows([names, *rows])
    classes = ",".join(sorted({row[-1] for row in rows}))
    head = "".join(f"@attribute {name} numeric\n" for name in names[:-1])
    body = "\n".join(",".join(row) for row in rows)
    (directory / "stream.arff").write_text(f"@relation stream\n{head}@attribute class {{{classes}}}\n@data\n{body}\n")


def theirs(class_path, learner, rows, directory):
    """Share of wrong rows, and rows a second."""
    out = task(
        class_path,
        f"EvaluatePrequential -l ({learner}) -s (ArffFileStream -f {directory}/stream.arff)"
        f" -e BasicClassificationPerformanceEvaluator -i -1 -f {rows} -q {rows}",
    )
    table = out[out.index("learning evaluation instances") :]
    last = list(csv.DictReader(io.StringIO(table)))[-1]
    return 1 - float(last["classifications correct (percent)"]) / 100, rows / float(last["evaluation time (cpu seconds)"])


def ours(command, settings, directory):
    """Share of wrong rows, and rows a second."""
    (directory / "run.yaml").write_text(
        f"name: peers\ntask: classification\nstore: {directory}/models\n"
        f"input: {{file: {{path: {directory}/stream.csv, format: {{type: csv, header: true, label: class}}}}}}\n{settings}"
    )
    out = directory / "run"
    shutil.rmtree(out, ignore_errors=True)
    run([*command, "train-online", str(directory / "run.yaml"), "--out", str(out)])
    end = json.loads((out / "summary.json").read_text())["finished"]
    return end["error"], end["instances"] / end["seconds"]


def measured(measure):
    try:
        error, rate = measure()
        return f"{100 * error:.2f} %", f"{rate:,.0f}"
    except Absent as e:
        print(e, file=sys.stderr)
        return "–", "–"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filbert", default=str(HOME / "filbert"), help="the launcher")
    parser.add_argument("--rows", type=int, default=ROWS, help="rows of a generated stream")
    parser.add_argument("streams", nargs="*", metavar="STREAM", help="the beginning of a stream's name; all without one")
    arguments = parser.parse_args()
    command = shlex.split(arguments.filbert)
    with tempfile.TemporaryDirectory(prefix="filbert-moa-") as name:
        directory = pathlib.Path(name)
        class_path = None
        try:
            class_path = moa(directory)
            print(f"MOA {MOA}")
        except Absent as e:
            print(f"absent: {e}. Its generators and learners are left out.", file=sys.stderr)
        print("| stream | learner | wrong | rows a second |\n|---|---|---|---|")
        for stream in [*STREAMS, *FILES]:
            if arguments.streams and not stream.lower().startswith(tuple(s.lower() for s in arguments.streams)):
                continue
            try:
                if stream in FILES:
                    names, rows = read(*FILES[stream])
                elif class_path:
                    names, rows = generated(class_path, STREAMS[stream], arguments.rows, directory / "made.arff")
                else:
                    continue
            except Absent as e:
                print(f"absent: {e}", file=sys.stderr)
                continue
            write(names, rows, directory)
            for learner, settings in FILBERT.items():
                wrong, rate = measured(lambda: ours(command, settings, directory))
                print(f"| {stream} | {learner} | {wrong} | {rate} |", flush=True)
            for learner, text in LEARNERS.items() if class_path else ():
                wrong, rate = measured(lambda: theirs(class_path, text, len(rows), directory))
                print(f"| {stream} | {learner} | {wrong} | {rate} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
