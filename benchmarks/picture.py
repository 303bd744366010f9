#!/usr/bin/env python3
"""Draws README's picture: test errors of runs against their seconds.

    benchmarks/picture.py "MNIST, 60,000 rows, two cores" EigenPro=runs/DIR "conjugate gradients=runs/DIR" > docs/mnist.svg

Each argument after the title is a name and a run directory, whose curve.jsonl has the numbers.
"""
import html
import json
import pathlib
import sys

WIDTH, HEIGHT = 640, 310
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 84, 44
COLOURS = ["#1f6fb2", "#c8541b", "#2b8a5a", "#8a4fa3"]
MOST_ERROR = 0.03


def curve(directory):
    lines = (pathlib.Path(directory) / "curve.jsonl").read_text().splitlines()
    points = [json.loads(line) for line in lines]
    return [(p["trainSeconds"], p["testError"]) for p in points if p.get("testError") is not None]


def step(top, most=6):
    """The round number whose multiples cut a range into at most so many pieces."""
    size = 1e-6
    while True:
        for factor in (1, 2, 5):
            if top / (size * factor) <= most:
                return size * factor
        size *= 10


def main():
    title, *runs = sys.argv[1:]
    curves = [(name, curve(path)) for name, path in (run.split("=", 1) for run in runs)]
    across = max(seconds for _, points in curves for seconds, _ in points)

    def x(seconds):
        return LEFT + (WIDTH - LEFT - RIGHT) * seconds / across

    def y(error):
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * min(error, MOST_ERROR) / MOST_ERROR

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'font-family="system-ui, sans-serif" font-size="13" fill="#55504a">',
        f"<title>{html.escape(title)}: test error against seconds</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#ffffff" stroke="#e4dfd7"/>',
        f'<text x="16" y="24" font-size="15" font-weight="600" fill="#26221d">{html.escape(title)}</text>',
    ]
    at = 16
    for (name, _), colour in zip(curves, COLOURS):
        out.append(f'<path d="M{at} 42h22" stroke="{colour}" stroke-width="3"/>')
        out.append(f'<text x="{at + 28}" y="47">{html.escape(name)}</text>')
        at += 52 + 7 * len(name)
    percent = step(100 * MOST_ERROR, 3) / 100
    for i in range(round(MOST_ERROR / percent) + 1):
        height = y(i * percent)
        out.append(f'<path d="M{LEFT} {height:.1f}H{WIDTH - RIGHT}" stroke="#e4dfd7"/>')
        out.append(f'<text x="{LEFT - 8}" y="{height + 4:.1f}" text-anchor="end">{100 * i * percent:g} %</text>')
    seconds = step(across)
    for i in range(int(across / seconds) + 1):
        out.append(f'<text x="{x(i * seconds):.1f}" y="{HEIGHT - 24}" text-anchor="middle">{i * seconds:g}</text>')
    out.append(f'<text x="{LEFT - 36}" y="{TOP - 14}" fill="#26221d">test error</text>')
    out.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end" fill="#26221d">seconds</text>')
    for (_, points), colour in zip(curves, COLOURS):
        shown = [(s, e) for s, e in points if e <= MOST_ERROR]
        line = " ".join(f"{x(s):.1f},{y(e):.1f}" for s, e in shown)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{x(s):.1f}" cy="{y(e):.1f}" r="2.5" fill="{colour}"/>' for s, e in shown]
    print("\n".join(out + ["</svg>"]))


main()
