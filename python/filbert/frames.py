"""Frames of pandas: what their columns are to Filbert, and their rows as JSON lines."""

import json
import math

import numpy as np

# Texts of so many words on average are texts, not names.
WORDS_OF_A_TEXT = 4
# Names that differ in more than this share of the rows tell rows apart, and nothing else.
SHARE_OF_NAMES = 0.9
DATES = ("datetime", "datetime64", "date")
NUMBERS = ("integer", "floating", "mixed-integer-float", "decimal")


def is_frame(x):
    """Whether it is a frame of pandas."""
    return hasattr(x, "columns") and hasattr(x, "iloc") and hasattr(x, "dtypes")


def names(x):
    """The names of a frame's columns, None if they are no texts."""
    if not is_frame(x):
        return None
    found = list(x.columns)
    texts = [isinstance(name, str) for name in found]
    if any(texts) and not all(texts):
        raise TypeError("Feature names are only supported if all input features have string names: found texts and others "
                        "among the names of columns, allowed one of both")
    return np.array(found, dtype=object) if found and all(texts) else None


def is_numeric(frame):
    """Whether all its columns are numbers or truths."""
    from pandas.api.types import is_numeric_dtype

    return all(is_numeric_dtype(dtype) for dtype in frame.dtypes)


def numeric(frame):
    """The matrix of a frame of numbers: NaN is a missing value, float32 stays."""
    if len(frame.columns) and all(dtype == np.float32 for dtype in frame.dtypes):
        return frame.to_numpy()
    if any(dtype.kind == "c" for dtype in frame.dtypes):
        raise ValueError("Complex data not supported: found complex numbers, allowed real ones")
    return frame.to_numpy(dtype=np.float64, na_value=np.nan)


def taken(frame, names):
    """The columns of a frame that a stored model takes, in its order; others are left out."""
    lacking = [name for name in names if name not in frame.columns]
    if lacking:
        raise ValueError(f"found no column {', '.join(lacking)}, allowed frames with the columns {', '.join(names)}")
    return frame[list(names)]


def of_numbers(rows, columns):
    """A matrix as a frame of columns."""
    import pandas

    return pandas.DataFrame(rows, columns=columns.names)


class Columns:
    """What the columns of a frame were when a model was trained: number, date, category, text, or left out."""

    def __init__(self, frame, given):
        """Types that settings give go before those of the frame."""
        found = names(frame)
        if found is None or len(set(found)) < len(found):
            raise ValueError("found columns without names, or two of one name; allowed texts that differ, as columns that are "
                             "no numbers go by their names")
        self.names = list(found)
        self.types = {}
        for name in self.names:
            kind = given.get(name) or kind_of(frame[name])
            if kind is not None and kind["type"] != "ignore":
                self.types[name] = kind
        if not self.types:
            raise ValueError("found no column with information: each has one value alone, or as many names as rows")

    @classmethod
    def of(cls, shown):
        """Those that a stored model has, as `filbert models show` has them."""
        columns = cls.__new__(cls)
        columns.names = [column["name"] for column in shown]
        columns.types = {
            column["name"]: {"type": column["cells"], **({"notation": column["notation"]} if "notation" in column else {})}
            for column in shown}
        return columns

    def are_numbers(self):
        """Whether an array has what the columns need."""
        return all(kind == {"type": "number"} for kind in self.types.values())

    def apart(self, name):
        """The name, with _ after it until no column has it."""
        while name in self.names:
            name += "_"
        return name


class FrameTable:
    """Rows of a frame as Filbert reads them."""

    suffix = "jsonl"

    def __init__(self, frame, columns):
        self.frame = frame
        self.columns = columns
        self.label = columns.apart("target")
        self.weight = columns.apart("weight")

    def __len__(self):
        return len(self.frame)

    def format(self, weighted):
        """The format of the table in a configuration."""
        return {"type": "jsonlines", "label": self.label,
                "fields": [*self.columns.types, *([self.weight] if weighted else [])]}

    def automatic(self, task):
        """Sections of a configuration that chooses all, in place of `filbert fit`; None as that reads the table."""
        return None

    def preprocessing(self, given, weighted):
        """The section preprocessing, which has the types of the columns."""
        types = dict(self.columns.types)
        if weighted:
            types[self.weight] = {"type": "weight"}
        return {"missing": [""], **given, "columns": types}

    def known(self, weighted):
        """What `filbert fit` need not recognise: keys of preprocessing."""
        return self.preprocessing({}, weighted)

    def write(self, path, targets=None, weights=None):
        """Writes JSON lines, with targets and weights if there are any. Numbers are those of Python's repr: exact."""
        cells = [(name, cells_of(self.frame[name], kind)) for name, kind in self.columns.types.items()]
        for name, values in ((self.label, targets), (self.weight, weights)):
            if values is not None:
                cells.append((name, [repr(value) for value in values.tolist()]))
        keys = [json.dumps(name).replace("%", "%%") for name, _ in cells]
        line = "{" + ", ".join(f"{key}: %s" for key in keys) + "}\n"
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(line % row for row in zip(*(column for _, column in cells)))


def kind_of(column):
    """The type of a column in a configuration; None if it has no information."""
    from pandas.api.types import infer_dtype

    if column.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: found complex numbers in column {column.name}, allowed real ones")
    present = column.dropna()
    found = "categorical" if column.dtype.name == "category" else infer_dtype(present, skipna=True)
    if present.nunique() < 2:
        return None
    if found in NUMBERS:
        return {"type": "number"}
    if found in DATES:
        found = dates(present)
        hours = ["hour"] if (found != found.astype("datetime64[D]")).any() else []
        return {"type": "date", "parts": ["year", "month", "weekday", *hours]}
    if found in ("categorical", "boolean"):
        return {"type": "category"}
    if found == "string":
        if present.str.count(r"\S+").mean() >= WORDS_OF_A_TEXT and present.nunique() > len(present) / 2:
            return {"type": "text"}
        return None if present.nunique() > SHARE_OF_NAMES * len(present) else {"type": "category"}
    raise TypeError(f"found {found} in column {column.name}, allowed numbers, truths, dates, texts and categories")


def cells_of(column, kind):
    """The cells of a column as texts of JSON, null where one is missing."""
    missing = column.isna().to_numpy()
    if kind["type"] in ("number", "weight") and "notation" not in kind:
        try:
            values = column.to_numpy(dtype=np.float64, na_value=np.nan)
        except (TypeError, ValueError):
            bad = next(value for value in column[~missing] if not isinstance(value, (int, float)))
            raise ValueError(f"found {bad!r} in column {column.name}, allowed numbers, as in the training rows") from None
        if np.isinf(values).any():
            raise ValueError(f"found infinity in column {column.name}, allowed finite numbers and missing ones")
        return ["null" if math.isnan(value) else repr(value) for value in values.tolist()]
    if kind["type"] == "date" and "notation" not in kind:
        present = column[~missing]
        texts = np.full(len(column), "null", dtype=object)
        texts[~missing] = [f'"{text}"' for text in np.datetime_as_string(dates(present))]
        return texts.tolist()
    known = {}
    cells = []
    for value, absent in zip(column.tolist(), missing):
        if absent:
            cells.append("null")
            continue
        if value not in known:
            known[value] = json.dumps(str(value).lower() if isinstance(value, (bool, np.bool_)) else str(value))
        cells.append(known[value])
    return cells


def dates(present):
    """Dates to the second, local where there is a time zone."""
    import pandas

    try:
        found = pandas.to_datetime(present)
    except (TypeError, ValueError):
        raise ValueError(f"found what is no date in column {present.name}, allowed dates, as in the training rows") from None
    if getattr(found.dt, "tz", None) is not None:
        found = found.dt.tz_localize(None)
    return found.to_numpy().astype("datetime64[s]")
