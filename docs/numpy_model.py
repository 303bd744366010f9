#!/usr/bin/env python3
"""Scores rows with a model of `./filbert models export MODEL --format numpy --output DIR`, with numpy alone.

    model = numpy_model.Model("DIR")
    model.scores([[1.5, 2, 0.5]])      # m x k: of classes, or the numbers
    model.predict([[1.5, 2, 0.5]])     # names of classes, or the scores

    numpy_model.py DIR < rows.jsonl    # a JSON record on each line, a JSON array of scores for each

A record is a list of numbers; a dict from the number of a feature, counted from 0, to its value; a dict from the names
of the columns to their texts, numbers and None; or a document. A document is a text, or the list of its words after stop
words and stemming, which this program does not do.
"""
import datetime
import json
import pathlib
import re
import sys

import numpy as np

MASK = (1 << 64) - 1
ROWS = 256  # of a block, which bounds the memory


class Model:
    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        self.json = json.loads((self.directory / "model.json").read_text(encoding="utf-8"))
        if self.json["format"] != 1:
            raise ValueError(f"found format {self.json['format']}, this program reads 1")
        self.arrays = {}

    def array(self, name):
        if name not in self.arrays:
            self.arrays[name] = np.load(self.directory / f"{name}.npy")
        return self.arrays[name]

    def scores(self, records):
        blocks = [self._scores(records[i:i + ROWS]) for i in range(0, len(records), ROWS)]
        return np.concatenate(blocks)

    def _scores(self, records):
        rows = records
        for step in self.json["preprocessing"]:
            rows = STEPS[step["type"]](self, step, rows)
        model = self.json["model"]
        scores = MODELS[model["type"]](self, model, rows)
        outputs = self.json["outputs"]
        if outputs["type"] == "targets":
            scores = np.array(outputs["means"]) + scores * np.array(outputs["scales"])
            if outputs.get("transform") == "log":
                scores = np.exp(scores)
        return scores

    def predict(self, records):
        scores = self.scores(records)
        outputs = self.json["outputs"]
        if outputs["type"] == "targets":
            return scores
        best = (scores[:, 0] > 0).astype(int) if scores.shape[1] == 1 else scores.argmax(axis=1)
        return [outputs["names"][j] for j in best]

    def probabilities(self, records):
        scores = self.scores(records)
        calibration = self.json["calibration"]
        if calibration["type"] == "sigmoid":
            p = 1 / (1 + np.exp(calibration["a"] * scores[:, 0] + calibration["b"]))
            return np.stack([1 - p, p], axis=1)
        if calibration["type"] == "softmax":
            return softmax(calibration["s"] * scores)
        if calibration["type"] == "normalised-sigmoids":
            return softmax(-np.logaddexp(0, -scores))
        raise ValueError("the model predicts numbers, which have no probabilities")

    def half_widths(self, level):
        """r of each target: a new row lies in score -+ r with this probability; with the transform log
        from score * exp(-r) to score * exp(r)."""
        n = self.json["calibration"]["rows"]
        wanted = max(1, int(np.ceil((n + 1) * level - 1e-9 * level)))
        if wanted > n:
            raise ValueError(f"an interval of level {level} needs more than the {n} validation rows")
        kept = self.array("differences").shape[1]
        ranks = [i + 1 if n <= kept else ((i + 1) * n + kept - 1) // kept for i in range(kept)]
        return self.array("differences")[:, next(i for i, rank in enumerate(ranks) if rank >= wanted)]


def softmax(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def rounded(values, precision):
    return np.asarray(values, dtype=float).astype(np.float32 if precision == "single" else float).astype(float)


# Preprocessing. Rows are an array, or a list of dicts from columns to values if they are sparse.

def numbers(model, step, records):
    offset, scale = model.array("offset"), model.array("scale")
    if step["sparse"]:
        def factor(j):
            return 1.0 if len(scale) == 0 else scale[j if len(scale) > 1 else 0]
        rows = []
        for record in records:
            cells = record.items() if isinstance(record, dict) else enumerate(record)
            rows.append({int(j): float(rounded(v * factor(int(j)), step["precision"])) for j, v in cells if v != 0})
        return rows
    x = np.zeros((len(records), step["features"]))
    for i, record in enumerate(records):
        if isinstance(record, dict):
            for j, value in record.items():
                x[i, int(j)] = value
        else:
            x[i] = record
    x = x - offset if len(offset) else x
    x = x * scale if len(scale) else x
    return rounded(x, step["precision"])


def scale_and_clip(model, step, x):
    largest = float(step["largest"])
    return rounded(np.clip((x - model.array("clip-centre")) * model.array("clip-factor"), -largest, largest), step["precision"])


def normal_scores(model, step, x):
    starts, values, scores = (model.array(name) for name in ("knot-starts", "knot-values", "knot-scores"))
    x = np.array(x, dtype=float)
    for j in range(x.shape[1]):
        knots = slice(starts[j], starts[j + 1])
        if starts[j] < starts[j + 1]:
            x[:, j] = np.interp(x[:, j], values[knots], scores[knots])
    return rounded(x, step["precision"])


def metric(model, step, x):
    root = model.array("metric-root")
    return rounded(x @ root if step["full"] else x * root[0], step["precision"])


def documents(model, step, records):
    return [{j: float(rounded(v, step["precision"])) for j, v in n_grams(model, step["encoding"], record).items()}
            for record in records]


def columns(model, step, records):
    """Each column becomes some features; rows are dicts."""
    rows = []
    for record in records:
        row, first = {}, 0
        for column in step["columns"]:
            cell = record.get(column["name"])
            cell = None if cell is None else str(cell)
            cell = None if cell in step["missing"] else cell
            for j, value in COLUMNS[column["type"]](model, column, cell):
                row[first + j] = value
            first += column["features"]
        rows.append(row)
    return rows


# Cells of a column with a notation are given as plain numbers or as dates of ISO 8601.
def number(model, column, cell):
    if cell is not None and abs(float(cell)) >= column.get("limit", float("inf")):
        cell = None  # far from all others
    yield 0, ((column["fill"] if cell is None else float(cell)) - column["centre"]) * column["factor"]
    yield from indicator(column, cell)


def category(model, column, cell):
    name = column.get("fill") if cell is None else cell
    if name is not None and column["hashed"]:
        units = np.frombuffer(name.encode("utf-16-le"), dtype=np.uint16)
        yield hashed([len(units), *units], column["hashed"]) % column["hashed"], 1.0
    elif name in column["names"]:
        yield column["names"].index(name), 1.0
    yield from indicator(column, cell)


def date(model, column, cell):
    if cell is not None:
        time = point_in_time(column["cells"], cell)
        j = 0
        for part, centre, factor in zip(column["parts"], column["centres"], column["factors"]):
            value = {"year": time.year, "month": time.month, "weekday": time.isoweekday(),
                     "hour": time.hour + time.minute / 60 + time.second / 3600}[part]
            period = {"year": 0, "month": 12, "weekday": 7, "hour": 24}[part]
            if column["cycles"] and period:
                angle = 2 * np.pi * (value - (part != "hour")) / period
                yield j, np.sin(angle)
                yield j + 1, np.cos(angle)
                j += 2
            else:
                yield j, (value - centre) * factor
                j += 1
    yield from indicator(column, cell)


def point_in_time(kind, cell):
    if kind == "iso_date":
        return datetime.datetime.fromisoformat(cell.upper().replace("Z", "+00:00"))
    seconds = float(cell) / (1 if kind == "epoch_seconds" else 1000)
    return datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=np.floor(seconds))


def text(model, column, cell):
    return n_grams(model, column["encoding"], "" if cell is None else cell).items()


def indicator(column, cell):
    if column["indicator"] and cell is None:
        yield column["features"] - 1, 1.0


# Hashes: the finaliser of SplitMix64 over each word.

def mix(z):
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def hashed(words, seed):
    state = mix(seed)
    for word in words:
        state = mix((state + 0x9E3779B97F4A7C15 & MASK) ^ (int(word) & MASK))
    return state


def n_grams(model, encoding, document):
    """The weights of a document's n-grams by column."""
    if isinstance(document, str):
        if document and (encoding["stem"] or encoding["stopWords"]):
            raise ValueError("the model drops stop words or stems: give the list of the words that are left")
        document = re.findall(r"\w+(?:['’.]\w+)*", document.lower())
    words = [hashed(np.frombuffer(word.encode("utf-16-le"), dtype=np.uint16), 0) for word in document]
    vocabulary = None
    if "vocabulary" in encoding:
        name = encoding["vocabulary"]
        vocabulary = {int(h) & MASK: j for j, h in enumerate(model.array(name + "-hashes"))}
        frequencies = model.array(name + "-frequencies")
    row = {}
    for length in range(1, encoding["nGrams"] + 1):
        for i in range(len(words) - length + 1):
            gram = hashed(words[i:i + length], length)
            if vocabulary is None:
                j = (((gram ^ 1 << 63) >> 32) * encoding["features"]) >> 32
            elif gram in vocabulary:
                j = vocabulary[gram]
            else:
                continue
            row[j] = row.get(j, 0) + 1
    for j, count in row.items():
        if encoding["weights"] == "binary":
            row[j] = 1.0
        elif encoding["weights"] == "tf_idf":
            row[j] = count * (1 + np.log((1 + encoding["documents"]) / (1 + frequencies[j])))
    length = np.sqrt(sum(value ** 2 for value in row.values()))
    return {j: value / length if encoding["normalise"] else value for j, value in row.items()}


# Models

def dense(rows, other=None):
    """Sparse rows on the columns that occur in them or in others."""
    if isinstance(rows, np.ndarray):
        return rows, other
    used = sorted({j for row in rows + (other or []) for j in row})
    place = {j: at for at, j in enumerate(used)}
    def filled(sparse):
        x = np.zeros((len(sparse), len(used)))
        for i, row in enumerate(sparse):
            for j, value in row.items():
                x[i, place[j]] = value
        return x
    return filled(rows), None if other is None else filled(other)


def kernel_expansion(model, entry, rows):
    if entry["sparse"]:
        starts, js, values = (model.array("centre-" + name) for name in ("starts", "columns", "values"))
        centres = [dict(zip(js[a:b].tolist(), values[a:b])) for a, b in zip(starts, starts[1:])]
        x, z = dense(rows, centres)
    else:
        x, z = rows, model.array("centres").astype(float)
    return kernel(entry["kernel"], x, z) @ model.array("alpha")


def kernel(k, x, z):
    name = k["type"]
    if name == "linear":
        return x @ z.T
    if name == "polynomial":
        return (k["gamma"] * (x @ z.T) + k["c"]) ** k["degree"]
    sigma = k["sigma"]
    if name in ("laplacian", "k-pq"):
        p, q = (1, 1) if name == "laplacian" else (k["p"], k["q"])
        sums = np.stack([(np.abs(row - z) ** p).sum(axis=1) for row in x])
        return np.exp(-(sums ** (1 / p) / sigma) ** q)
    squares = np.stack([((row - z) ** 2).sum(axis=1) for row in x])
    if name == "gaussian":
        return np.exp(-squares / (2 * sigma ** 2))
    if name == "exponential":
        return np.exp(-np.sqrt(squares) / sigma)
    if name == "cauchy":
        return 1 / (1 + squares / sigma ** 2)
    if name == "matern":
        r = np.sqrt(2 * k["nu"] * squares) / sigma
        return (1 + (k["nu"] > 0.5) * r + (k["nu"] > 1.5) * r ** 2 / 3) * np.exp(-r)
    raise ValueError(f"found the kernel {name}, which this program does not know")


def random_features(model, entry, rows):
    parts = [MAPS[feature_map["type"]](model, feature_map, rows) for feature_map in entry["maps"]]
    w = model.array("w")
    return np.concatenate(parts, axis=1) @ w if parts else np.zeros((len(rows), w.shape[1]))


def fourier(model, feature_map, rows):
    omega = model.array(feature_map["name"] + "-omega").astype(float)
    if isinstance(rows, np.ndarray):
        angles = rows @ omega.T
    else:
        angles = np.stack([sum((v * omega[:, j] for j, v in row.items()), np.zeros(len(omega))) for row in rows])
    scale = np.sqrt(2 / feature_map["outputs"])
    if feature_map["form"] == "cosine":
        return scale * np.cos(angles + model.array(feature_map["name"] + "-beta"))
    return scale * np.stack([np.cos(angles), np.sin(angles)], axis=2).reshape(len(rows), -1)


def cells(rows):
    """The values of each row that are not 0."""
    for i, row in enumerate(rows):
        for j, value in row.items() if isinstance(row, dict) else enumerate(row):
            if value != 0:
                yield i, j, value


def hashing(model, feature_map, rows):
    z = np.zeros((len(rows), feature_map["outputs"]))
    index, sign = feature_map["seeds"]
    for i, j, value in cells(rows):
        z[i, murmur3(j, index) * feature_map["outputs"] >> 32] += -value if murmur3(j, sign) >> 31 else value
    return z


def murmur3(key, seed):
    """MurmurHash3, 32-bit x86, of the four bytes of an integer."""
    def turned(x, bits):
        return (x << bits | x >> 32 - bits) & 0xFFFFFFFF
    k = turned(key * 0xCC9E2D51 & 0xFFFFFFFF, 15) * 0x1B873593 & 0xFFFFFFFF
    h = turned(seed & 0xFFFFFFFF ^ k, 13) * 5 + 0xE6546B64 & 0xFFFFFFFF
    h ^= 4
    h = (h ^ h >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    h = (h ^ h >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return h ^ h >> 16


def tensor_sketch(model, feature_map, rows):
    p, group = feature_map["outputs"], feature_map["group"]
    parts = []
    for first in range(0, p, group):
        size = min(group, p - first)
        codes = model.array(f"sketch-{first // group}")
        product = 1
        for code in codes:
            place, sign = code >> 1, 1 - 2 * (code & 1)
            sketch = np.zeros((len(rows), size))
            for i, j, value in cells(rows):
                sketch[i, place[j]] += sign[j] * np.sqrt(feature_map["gamma"]) * value
            sketch[:, place[-1]] += sign[-1] * np.sqrt(feature_map["c"])
            product = product * np.fft.rfft(sketch, axis=1)
        parts.append(np.sqrt(size / p) * np.fft.irfft(product, n=size, axis=1))
    return np.concatenate(parts, axis=1)


def random_bins(model, entry, rows):
    inverses, shifts = model.array("inverses"), model.array("shifts")
    names, starts, w = model.array("bin-names"), model.array("bin-starts"), model.array("w")
    grids = len(inverses)
    sums = np.zeros((len(rows), w.shape[1]))
    for grid in range(grids):
        own = {int(name) & MASK: at for at, name in enumerate(names[starts[grid]:starts[grid + 1]], starts[grid])}
        totals = [int(model.array("grid-names")[grid]) & MASK] * len(rows)
        for i, j, value in cells(rows):
            place = value * inverses[grid, j] + shifts[grid, j]
            if place < 0 or place >= 1:
                bits = int(np.float64(np.floor(place)).view(np.uint64))
                totals[i] = totals[i] + mix(mix(j + 1) ^ bits) & MASK
        for i, total in enumerate(totals):
            if mix(total) in own:
                sums[i] += w[own[mix(total)]]
    return sums / np.sqrt(grids)


STEPS = {"numbers": numbers, "scale-and-clip": scale_and_clip, "normal-scores": normal_scores, "metric": metric, "documents": documents, "columns": columns}
COLUMNS = {"number": number, "category": category, "date": date, "text": text}
MODELS = {"kernel-expansion": kernel_expansion, "random-features": random_features, "random-bins": random_bins}
MAPS = {"fourier": fourier, "hashing": hashing, "tensor-sketch": tensor_sketch}

if __name__ == "__main__":
    lines = [json.loads(line) for line in sys.stdin]
    for row in Model(sys.argv[1]).scores(lines).tolist():
        print(json.dumps(row))
