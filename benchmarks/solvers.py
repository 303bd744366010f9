#!/usr/bin/env python3
"""Comparison of solvers: test error and residual against seconds on MNIST, 60,000 rows. Prints a table and draws two charts
(solvers-error.svg, solvers-residual.svg).

    benchmarks/solvers.py [--runs DIR] [--charts DIR]

Needs ./filbert to be built, MNIST in data/mnist or $FILBERT_DATA/mnist, 24 GiB of memory and about a quarter of an hour. Runs are stored in DIR, and
completed ones are not repeated. Seconds include preparation (landmarks, sketch, eigensystem), training, and the scoring of 10,000 test rows in every
step.
"""

import argparse
import math
import pathlib
import sys
from xml.sax.saxutils import escape

import training

PLAIN = ["solver.preconditioner=none", "solver.size=null", "solver.preconditionerRidge=null", "solver.maxIterations=60"]
FEATURES = ["solver.preconditioner=random-features", "solver.size=10000"]
SOLVERS = {
    "block descent": ("mnist.yaml", []),
    "CG, 6,000 landmarks": ("mnist-pcg.yaml", []),
    "CG, 2,000 landmarks": ("mnist-pcg.yaml", ["solver.size=2000"]),
    "CG, 10,000 random features": ("mnist-pcg.yaml", FEATURES),
    "CG, no preconditioner": ("mnist-pcg.yaml", PLAIN),
    "EigenPro, no ridge": ("mnist-eigenpro.yaml", ["kernel.sigma=8.5"]),
}
COLOURS = ["#3b6fb6", "#c2452d", "#e08a2e", "#7a5195", "#8a8a8a", "#2e8b57"]
WIDTH, HEIGHT, LEFT, TOP = 380, 300, 52, 34


def kept(conf, settings, directory):
    """The points of a curve (seconds, residual, test error), and the summary."""
    run = directory / "run"
    if not (run / "summary.json").exists():
        training.train(conf, [f"store={directory}/models", *settings], run)
    summary = training.summary(run)
    start = summary["startSeconds"]
    points = [(start + point["trainSeconds"], point["relativeResidual"], point.get("testError")) for point in training.curve(run)]
    return points, summary


def chart(title, curves, value, ticks, label):
    """A diagram of the points' values; both axes are logarithmic."""
    shown = [seconds for curve in curves.values() for seconds, *_ in curve]
    low, high = min(shown), max(shown)
    bottom, top = ticks[0], ticks[-1]

    def at(seconds, y):
        across = math.log(seconds / low) / math.log(high / low)
        up = math.log(min(max(y, bottom), top) / bottom) / math.log(top / bottom)
        return LEFT + across * (WIDTH - LEFT - 16), TOP + (1 - up) * (HEIGHT - TOP - 40)

    lines = [f'<text class="title" x="{LEFT}" y="20">{escape(title)}</text>']
    for tick in ticks:
        y = at(low, tick)[1]
        lines.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - 16}"/>')
        lines.append(f'<text text-anchor="end" x="{LEFT - 6}" y="{y + 4:.1f}">{label(tick)}</text>')
    for seconds in (5, 10, 20, 30, 50, 70, 100, 150, 200, 500):
        if low <= seconds <= high:
            lines.append(f'<text text-anchor="middle" x="{at(seconds, bottom)[0]:.1f}" y="{HEIGHT - 22}">{seconds}</text>')
    lines.append(f'<text text-anchor="middle" x="{(WIDTH + LEFT) / 2}" y="{HEIGHT - 5}">seconds</text>')
    for i, (name, curve) in enumerate(curves.items()):
        colour = COLOURS[list(SOLVERS).index(name)]
        path = [at(seconds, value(point)) for seconds, *point in curve]
        moves = "L".join(f"{a:.1f} {b:.1f}" for a, b in path)
        lines.append(f'<path class="curve" stroke="{colour}" d="M{moves}"/>')
        lines.append(f'<circle fill="{colour}" r="3" cx="{path[-1][0]:.1f}" cy="{path[-1][1]:.1f}"/>')
        x, y = 16 + i % 2 * 176, HEIGHT + 20 + i // 2 * 20
        lines.append(f'<circle fill="{colour}" r="4" cx="{x}" cy="{y - 4}"/><text x="{x + 10}" y="{y}">{escape(name)}</text>')
    style = "text{font:12px sans-serif;fill:#333}.title{font-weight:bold}.grid{stroke:#ddd}.curve{fill:none;stroke-width:2;stroke-linejoin:round}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + 70}"><style>{style}</style><rect width="100%" height="100%" fill="#fff"/>'
    return head + "\n".join(lines) + "</svg>\n"


def charts(curves, directory):
    error = chart("MNIST, 60,000 rows, two cores: test error", curves, lambda p: p[1], (0.0125, 0.015, 0.02, 0.03, 0.05), lambda t: f"{100 * t:g} %")
    (directory / "solvers-error.svg").write_text(error)
    ridged = {name: curve for name, curve in curves.items() if "EigenPro" not in name}
    residual = chart("relative residual", ridged, lambda p: p[0], (1e-3, 1e-2, 1e-1, 1), lambda t: f"{t:g}")
    (directory / "solvers-residual.svg").write_text(residual)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--runs", type=pathlib.Path, default=pathlib.Path("runs/solvers"), metavar="DIR")
    options.add_argument("--charts", type=pathlib.Path, default=training.HOME / "docs", metavar="DIR")
    chosen = options.parse_args()
    curves = {}
    print("| | steps | seconds | sgemm, Gflop/s | relative residual | test error |\n|---|---|---|---|---|---|")
    for title, (conf, settings) in SOLVERS.items():
        curves[title], summary = kept(conf, settings, chosen.runs.resolve() / title.replace(" ", "-").replace(",", ""))
        seconds, residual, error = curves[title][-1]
        print(f"| {title} | {len(curves[title])} | {seconds:.0f} | {summary['gemmGflops']:.0f} | {residual:.2g} | {100 * error:.2f} % |", flush=True)
    charts(curves, chosen.charts)


if __name__ == "__main__":
    sys.exit(main())
