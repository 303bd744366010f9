"""What estimators take: checked, and as Filbert reads it."""

import warnings

import numpy as np

from filbert import frames

try:
    from sklearn.exceptions import DataConversionWarning, NotFittedError
except ImportError:
    class NotFittedError(ValueError, AttributeError):
        """An estimator was asked before fit."""

    class DataConversionWarning(UserWarning):
        """An array was taken in another form."""


# Sparse rows of more features than this go to Filbert as such: fewer it keeps dense.
MOST_DENSE = 1024


class MatrixTable:
    """Rows of numbers as Filbert reads them."""

    suffix = "npy"

    def __init__(self, rows):
        self.rows = rows
        self.label = rows.shape[1] + 1
        self.weight = self.label + 1

    def __len__(self):
        return len(self.rows)

    def format(self, weighted):
        """The format of the table in a configuration."""
        return {"type": "npy", "label": self.label}

    def automatic(self, task):
        """Sections of a configuration that chooses all, in place of `filbert fit`; None if that reads the table."""
        return None

    def preprocessing(self, given, weighted):
        """The section preprocessing. Weights need columns, whose numbers are scaled as those of rows without columns are."""
        if not weighted:
            return given
        scaled = given.get("scaling", {"type": "auto"})["type"] == "auto"
        binary = ((self.rows == 0) | (self.rows == 1)).all(axis=0)
        columns = {str(j + 1): {"type": "number", "standardise": bool(scaled and not binary[j]), "missing": "refuse"}
                   for j in range(self.rows.shape[1])}
        return {**given, "columns": {**given.get("columns", columns), str(self.weight): {"type": "weight"}}}

    def known(self, weighted):
        """What `filbert fit` need not recognise: nothing."""
        return {}

    def write(self, path, targets=None, weights=None):
        """Writes a matrix by rows, with targets and weights as the last columns if there are any.

        Places of classes are exact in float32, so rows of float32 stay.
        """
        if targets is not None and targets.dtype.kind == "i":
            targets = targets.astype(np.float32)
        more = [values for values in (targets, weights) if values is not None]
        np.save(path, np.ascontiguousarray(np.column_stack([self.rows, *more]) if more else self.rows))


class SparseTable:
    """Rows of SciPy in LIBSVM's format, of which Filbert keeps what is not zero."""

    suffix = "svm"

    def __init__(self, rows):
        self.rows = rows

    def format(self, weighted):
        """The format of the table in a configuration."""
        if weighted:
            raise ValueError(f"found weights of sparse rows with {self.rows.shape[1]} features, allowed up to {MOST_DENSE} features, "
                             "or rows of an array that is not sparse")
        return {"type": "libsvm", "features": self.rows.shape[1]}

    def automatic(self, task):
        """Sections of a configuration that chooses all, as `filbert fit` takes no sparse rows."""
        target = {"target": "auto"} if task == "regression" else {"classWeights": "auto"}
        return {"kernel": {"type": "auto"}, "objective": {"ridge": "auto", **target}, "system": "auto", "solver": "auto"}

    def preprocessing(self, given, weighted):
        """The section preprocessing."""
        return given

    def write(self, path, targets=None, weights=None):
        """Writes lines of a target and of places from 1 with values: exact ones, by Python's repr.

        Rows without targets begin with a 0, as a line without anything would be no row.
        """
        ends = self.rows.indptr.tolist()
        labels = ["0"] * self.rows.shape[0] if targets is None else [repr(value) for value in targets.tolist()]
        with open(path, "w", encoding="ascii") as file:
            for label, start, end in zip(labels, ends, ends[1:]):
                places, values = self.rows.indices[start:end] + 1, self.rows.data[start:end]
                pairs = (f"{place}:{value!r}" for place, value in zip(places.tolist(), values.tolist()))
                file.write(" ".join([label, *pairs]) + "\n")


def table(rows):
    """Rows, sparse or not, as Filbert reads them."""
    return SparseTable(rows) if is_sparse(rows) else MatrixTable(rows)


def matrix(x):
    """Rows of numbers: float32 stays, all else becomes float64."""
    return checked(frames.numeric(x) if frames.is_frame(x) and frames.is_numeric(x) else np.asarray(x))


def checked(rows):
    """Two dimensions of real numbers, sparse or not."""
    if rows.dtype.kind == "c":
        raise ValueError("Complex data not supported: found complex numbers, allowed real ones")
    rows = rows if rows.dtype == np.float32 else rows.astype(np.float64)
    if rows.ndim != 2:
        raise ValueError(f"found an array of {rows.ndim} dimensions, allowed n x d rows. Reshape your data: "
                         "x.reshape(-1, 1) makes rows of one feature, x.reshape(1, -1) a single row")
    if rows.shape[1] == 0:
        raise ValueError(f"found 0 feature(s) (shape={rows.shape}) while a minimum of 1 is required.")
    if rows.shape[0] == 0:
        raise ValueError(f"found 0 sample(s) (shape={rows.shape}) while a minimum of 1 is required.")
    return rows


def is_sparse(x):
    """Whether it is a sparse array of SciPy."""
    return hasattr(x, "nnz") or hasattr(x, "tocsr")


def csr(rows):
    """Rows by rows, with ascending places of what is not zero."""
    from scipy.sparse import csr_array

    found = csr_array(rows, copy=True)
    found.sum_duplicates()
    found.eliminate_zeros()
    return found


def dense(rows):
    """Rows with their zeros."""
    return rows.toarray() if is_sparse(rows) else rows


def rows_of(x):
    """Rows as they are kept until they are written: a frame with other columns than numbers, a matrix, or many sparse columns."""
    if frames.is_frame(x) and len(x) and not frames.is_numeric(x):
        return x
    if not is_sparse(x):
        return matrix(x)
    rows = checked(x)
    return csr(rows) if rows.shape[1] > MOST_DENSE else dense(rows)


def training(x, y, sample_weight):
    """Rows, two or more, a target and maybe a weight for each. Rows of weight 0 are left out."""
    if y is None:
        raise ValueError("fit requires y to be passed, but the target y is None")
    rows = rows_of(x)
    targets = np.asarray(y)
    if targets.ndim == 2 and targets.shape[1] == 1:
        warnings.warn("A column-vector y was passed when a 1d array was expected: y.ravel() makes one",
                      DataConversionWarning, stacklevel=4)
        targets = targets.ravel()
    if targets.ndim != 1:
        raise ValueError(f"found targets of {targets.ndim} dimensions, allowed one for each row")
    count = rows.shape[0]
    if len(targets) != count:
        raise ValueError(f"found {count} rows and {len(targets)} targets, allowed as many of both")
    if targets.dtype.kind == "c":
        raise ValueError("Complex data not supported: found complex targets, allowed real ones")
    if targets.dtype.kind == "f" and not np.isfinite(targets).all():
        raise ValueError("found NaN or infinity among the targets, allowed finite ones")
    found = weights(sample_weight, count)
    if found is not None and not found.all():
        rows, targets, found = rows[found > 0], targets[found > 0], found[found > 0]
    if rows.shape[0] == 1:
        raise ValueError("found 1 sample, allowed two or more")
    return rows, targets, found


def classes(targets):
    """The distinct classes in ascending order, and the place of each target's."""
    if targets.dtype.kind == "f" and (targets != np.floor(targets)).any():
        raise ValueError("Unknown label type: continuous. Found numbers that are not whole, allowed classes; "
                         "FilbertRegressor predicts numbers")
    names, places = np.unique(targets, return_inverse=True)
    if len(names) == 1:
        raise ValueError(f"found one class alone, {names[0]}, allowed two or more")
    return names, places


def numbers(targets):
    """Targets of a regression."""
    found = targets.astype(np.float64)
    if not np.isfinite(found).all():
        raise ValueError("found NaN or infinity among the targets, allowed finite ones")
    return found


def weights(sample_weight, count):
    """A weight for each row: a number of 0 or more; None if there are none."""
    if sample_weight is None:
        return None
    found = np.asarray(sample_weight, dtype=np.float64)
    if found.ndim == 0:
        found = np.full(count, found)
    if found.ndim != 1:
        raise ValueError(f"found weights of {found.ndim} dimensions, allowed one for each row: "
                         "Sample weights must be 1D array or scalar")
    if len(found) != count:
        raise ValueError(f"found {count} rows and {len(found)} weights, allowed as many of both: sample_weight.shape == "
                         f"{found.shape}, expected {(count,)}!")
    if not (np.isfinite(found).all() and (found >= 0).all()):
        raise ValueError("found weights that are negative or not finite, allowed numbers of 0 or more")
    if not found.any():
        raise ValueError("found the weight zero alone, allowed some above")
    return found
