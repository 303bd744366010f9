"""Estimators with the methods of scikit-learn's."""

import inspect

import numpy as np

from filbert.model import Model


class Estimator:
    """What classifiers and regressions have in common.

    settings: sections of a configuration, such as {"kernel": {"type": "gaussian", "sigma": 0.2}, ...};
        without them `filbert fit` chooses all.
    verbose: whether what the training says is shown.
    """

    def __init__(self, settings=None, verbose=False):
        self.settings = settings
        self.verbose = verbose

    def get_params(self, deep=True):
        """The parameters of the constructor by name."""
        return {name: getattr(self, name) for name in inspect.signature(type(self)).parameters}

    def set_params(self, **parameters):
        """Sets some of them."""
        for name, value in parameters.items():
            if name not in self.get_params():
                raise ValueError(f"found the parameter {name}, allowed {', '.join(self.get_params())}")
            setattr(self, name, value)
        return self

    def __repr__(self):
        values = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items() if value)
        return f"{type(self).__name__}({values})"

    def __sklearn_tags__(self):
        """What scikit-learn, if it asks, is to know."""
        from sklearn.utils import ClassifierTags, InputTags, RegressorTags, Tags, TargetTags

        classifies = self._estimator_type == "classifier"
        return Tags(
            estimator_type=self._estimator_type,
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags() if classifies else None,
            regressor_tags=None if classifies else RegressorTags(),
            input_tags=InputTags(allow_nan=self.settings is None),
        )

    def __sklearn_is_fitted__(self):
        return hasattr(self, "model_")

    def _train(self, x, targets, task):
        rows = matrix(x)
        if len(targets) != len(rows):
            raise ValueError(f"found {len(rows)} rows and {len(targets)} targets, allowed as many of both")
        if targets.ndim != 1:
            raise ValueError(f"found targets of {targets.ndim} dimensions, allowed one for each row")
        self.model_ = Model.train(rows, targets, self.settings, task, self.verbose)
        self.n_features_in_ = rows.shape[1]
        return self

    def _answers(self, x, *options):
        if not self.__sklearn_is_fitted__():
            raise ValueError(f"this {type(self).__name__} is not fitted: call fit first")
        rows = matrix(x)
        if rows.shape[1] != self.n_features_in_:
            raise ValueError(f"found {rows.shape[1]} features, the model was trained on {self.n_features_in_}")
        return self.model_.answers(rows, *options)

    def export_onnx(self, path, interval=None):
        """Writes the model as a new file for ONNX Runtime; of a regression with intervals of a level."""
        options = [] if interval is None else ["--interval", interval]
        self.model_.export(path, "--format", "onnx", *options)


class FilbertClassifier(Estimator):
    """Classes of rows of numbers; NaN is missing where `filbert fit` chooses the settings."""

    _estimator_type = "classifier"

    def fit(self, x, y):
        """Trains on n x d rows and n classes."""
        self.classes_, places = np.unique(np.asarray(y), return_inverse=True)
        return self._train(x, places.astype(np.float32), "classification")

    def predict(self, x):
        """The class of each row."""
        answers = self._answers(x)
        return self.classes_[np.array(answers["prediction"], dtype=int)]

    def predict_proba(self, x):
        """The probabilities of each row, in the order of classes_."""
        answers = self._answers(x, "--probabilities")
        columns = [answers[f"probability_{place}"] for place in range(len(self.classes_))]
        return np.array(columns, dtype=float).T

    def score(self, x, y):
        """The share of rows whose class is predicted."""
        return float(np.mean(self.predict(x) == np.asarray(y)))


class FilbertRegressor(Estimator):
    """Numbers that belong to rows of numbers; NaN is missing where `filbert fit` chooses the settings."""

    _estimator_type = "regressor"

    def fit(self, x, y):
        """Trains on n x d rows and n numbers."""
        return self._train(x, np.asarray(y, dtype=float), "regression")

    def predict(self, x):
        """The number of each row."""
        return np.array(self._answers(x)["prediction"], dtype=float)

    def predict_interval(self, x, level=0.9):
        """Lower and upper ends, n x 2, that the truth lies between with a probability of level."""
        answers = self._answers(x, "--interval", level)
        return np.array([answers["lower"], answers["upper"]], dtype=float).T

    def score(self, x, y):
        """1 - the squared errors over those of the mean."""
        y = np.asarray(y, dtype=float)
        return float(1 - np.sum((y - self.predict(x)) ** 2) / np.sum((y - y.mean()) ** 2))


def matrix(x):
    """Rows of numbers: float32 stays, all else becomes float64."""
    rows = np.asarray(x)
    rows = rows if rows.dtype == np.float32 else rows.astype(np.float64)
    if rows.ndim != 2:
        raise ValueError(f"found an array of {rows.ndim} dimensions, allowed n x d rows")
    return rows
