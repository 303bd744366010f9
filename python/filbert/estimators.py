"""Estimators with the methods of scikit-learn's."""

import inspect
import json
import pathlib
import warnings

import numpy as np

from filbert import arrays, frames
from filbert.launcher import FilbertError
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
            input_tags=InputTags(sparse=True, allow_nan=self.settings is None),
        )

    def __sklearn_is_fitted__(self):
        return hasattr(self, "model_")

    def _train(self, x, rows, targets, weights, task):
        names = frames.names(x)
        given = (self.settings or {}).get("preprocessing", {}).get("columns", {})
        columns = frames.Columns(rows, given) if frames.is_frame(rows) else None
        table = arrays.table(rows) if columns is None else frames.FrameTable(rows, columns)
        self.model_ = Model.train(table, targets, weights, self.settings, task, self.verbose)
        self.n_features_in_ = rows.shape[1]
        self._columns = columns
        self._sparse = arrays.is_sparse(rows)
        self._by_name = False
        if names is not None:
            self.feature_names_in_ = names
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        return self

    def _fitted(self):
        if not self.__sklearn_is_fitted__():
            raise arrays.NotFittedError(f"this {type(self).__name__} is not fitted: call fit first")
        return self.model_

    def _answers(self, x, *options):
        model = self._fitted()
        if self._by_name and frames.is_frame(x):
            x = frames.taken(x, self.feature_names_in_)
        self._check_names(frames.names(x))
        if self._columns is not None and self._columns.are_numbers() and not frames.is_frame(x):
            x = frames.of_numbers(self._checked(arrays.matrix(x)), self._columns)
        if self._columns is None:
            rows = self._checked(arrays.rows_of(x) if arrays.is_sparse(x) else arrays.matrix(x))
            table = arrays.table(arrays.csr(rows) if self._sparse else arrays.dense(rows))
        elif frames.is_frame(x):
            table = frames.FrameTable(self._checked(x), self._columns)
        else:
            raise TypeError("found an array, allowed a frame: the training rows were one with columns that are no numbers")
        return model.answers(table, *options)

    def _load(self, model, rows):
        """Becomes what a model of a store is, whose columns are taken by their names."""
        names = [column["name"] for column in rows["columns"]]
        numbered = names == [str(j + 1) for j in range(len(names))]  # as those of arrays are
        self.model_ = model
        self.n_features_in_ = len(names) or rows["features"]
        self._columns = frames.Columns.of(rows["columns"]) if rows["of"] == "cells" else None
        if self._columns and numbered and self._columns.are_numbers():
            self._columns = None
        self._sparse = False
        self._by_name = bool(names) and not numbered
        if self._by_name:
            self.feature_names_in_ = np.array(names, dtype=object)
        return self

    def _checked(self, rows):
        if rows.shape[1] != self.n_features_in_:
            raise ValueError(f"X has {rows.shape[1]} features, but {type(self).__name__} is expecting "
                             f"{self.n_features_in_} features as input")
        if rows.shape[0] == 0:
            raise ValueError(f"found 0 sample(s) (shape={rows.shape}) while a minimum of 1 is required.")
        return rows

    def _check_names(self, names):
        """Names of columns are those of fit, in its order. The messages are scikit-learn's."""
        fitted = getattr(self, "feature_names_in_", None)
        kind = type(self).__name__
        if fitted is None and names is not None:
            warnings.warn(f"X has feature names, but {kind} was fitted without feature names", stacklevel=4)
        elif fitted is not None and names is None:
            warnings.warn(f"X does not have valid feature names, but {kind} was fitted with feature names", stacklevel=4)
        elif fitted is not None and list(names) != list(fitted):
            lines = ["The feature names should match those that were passed during fit."]
            for title, found in (("Feature names unseen at fit time:", sorted(set(names) - set(fitted))),
                                 ("Feature names seen at fit time, yet now missing:", sorted(set(fitted) - set(names)))):
                lines += [title, *(f"- {name}" for name in found)] if found else []
            if len(lines) == 1:
                lines.append("Feature names must be in the same order as they were in fit.")
            raise ValueError("\n".join(lines) + "\n")

    def explain(self, x):
        """Shapley values: how much each input added to the score of each row's prediction.

        Returns the baselines, n numbers, and the effects, n x d. A baseline and the effects of its row add up to the score.
        An input that was left out has the effect 0.
        """
        answers = self._answers(x, "--explain")
        baselines = np.array(answers["baseline"], dtype=float)
        none = np.zeros(len(baselines))
        effects = [answers.get(f"effect_{column}", none) for column in self._inputs()]
        return baselines, np.array(effects, dtype=float).T

    def _inputs(self):
        """The names of the inputs to Filbert: those of the columns, or their numbers."""
        if self._columns is None and not self._by_name:
            return [str(j + 1) for j in range(self.n_features_in_)]
        return self._columns.names if self._columns else list(self.feature_names_in_)

    @property
    def feature_importances_(self):
        """The shares of the inputs in the learned metric, which add up to 1; 0 of inputs that were left out.

        The share of a column of dates or texts is that of all its features.

        Models without a learned metric have none.
        """
        shares = self._fitted().inputs
        if shares is None:
            raise AttributeError("the model has no learned metric, so no shares of inputs: fit without settings learns one, "
                                 "and so do settings with kernel.metric")
        inputs = self._inputs()
        importances = dict.fromkeys(inputs, 0.0)
        for share in shares:
            name = share["name"]
            if name not in importances:  # a feature without a name
                name = name.removeprefix("input ")
            if name not in importances:  # a feature of a column: its name and what it is
                name = max((each for each in inputs if name.startswith(f"{each} ")), key=len)
            importances[name] += share["share"]
        return np.array(list(importances.values()))

    def plot_importances(self, ax=None, most=20):
        """Draws the shares of the inputs in the learned metric, the largest at the top, at most so many; needs matplotlib.

        Returns the axes, which are new ones unless some are given.
        """
        if ax is None:
            from matplotlib import pyplot  # a dependency of this method alone

            ax = pyplot.figure(layout="constrained").gca()
        shares = self.feature_importances_
        largest = np.argsort(-shares, kind="stable")[:most]
        names = [self._inputs()[j] for j in largest]
        ax.barh(range(len(largest)), shares[largest])
        ax.set_yticks(range(len(largest)), names)
        ax.invert_yaxis()
        ax.set_xlabel("share in the learned metric")
        return ax

    @property
    def summary_(self):
        """What the run's summary.json says: kernel, ridge, seconds, errors and more."""
        return json.loads(self._fitted().of_run("summary.json"))

    @property
    def chosen_settings_(self):
        """The configuration that fit without settings came to, as YAML; None with settings."""
        return self._fitted().of_run("chosen.yaml") if self.settings is None else None

    def save_report(self, path):
        """Writes the page about the run: settings, curves, errors, and what inputs do to the predictions."""
        pathlib.Path(path).write_text(self._fitted().of_run("report.html"), encoding="utf-8")

    def export_onnx(self, path, interval=None):
        """Writes the model as a new file for ONNX Runtime; of a regression with intervals of a level."""
        options = [] if interval is None else ["--interval", interval]
        self._fitted().export(path, "--format", "onnx", *options)


class FilbertClassifier(Estimator):
    """Classes of rows; NaN is missing where `filbert fit` chooses the settings."""

    _estimator_type = "classifier"

    def fit(self, x, y, sample_weight=None):
        """Trains on n x d rows, an array, sparse or not, or a frame, and n classes; a row of weight 2 counts as if it were there twice."""
        rows, targets, weights = arrays.training(x, y, sample_weight)
        self.classes_, places = arrays.classes(targets)
        self._names = [str(place) for place in range(len(self.classes_))]
        return self._train(x, rows, places, weights, "classification")

    def predict(self, x):
        """The class of each row."""
        answers = self._answers(x)["prediction"]
        places = {name: place for place, name in enumerate(self._names)}
        return self.classes_[[places[name] for name in answers]]

    def predict_proba(self, x):
        """The probabilities of each row, in the order of classes_."""
        answers = self._answers(x, "--probabilities")
        columns = [answers[f"probability_{name}"] for name in self._names]
        return np.array(columns, dtype=float).T

    def score(self, x, y, sample_weight=None):
        """The share of rows whose class is predicted."""
        return float(np.average(self.predict(x) == np.asarray(y), weights=sample_weight))


class FilbertRegressor(Estimator):
    """Numbers that belong to rows; NaN is missing where `filbert fit` chooses the settings."""

    _estimator_type = "regressor"

    def fit(self, x, y, sample_weight=None):
        """Trains on n x d rows, an array, sparse or not, or a frame, and n numbers; a row of weight 2 counts as if it were there twice."""
        rows, targets, weights = arrays.training(x, y, sample_weight)
        return self._train(x, rows, arrays.numbers(targets), weights, "regression")

    def predict(self, x):
        """The number of each row."""
        return np.array(self._answers(x)["prediction"], dtype=float)

    def predict_interval(self, x, level=0.9):
        """Lower and upper ends, n x 2, that the truth lies between with a probability of level."""
        answers = self._answers(x, "--interval", level)
        return np.array([answers["lower"], answers["upper"]], dtype=float).T

    def score(self, x, y, sample_weight=None):
        """1 - the squared errors over those of the mean."""
        y = np.asarray(y, dtype=float)
        mean = np.average(y, weights=sample_weight)
        errors = np.average((y - self.predict(x)) ** 2, weights=sample_weight)
        return float(1 - errors / np.average((y - mean) ** 2, weights=sample_weight))


def load(name, store=None):
    """A model of a store, NAME (its latest version) or NAME@VERSION, as an estimator that predicts.

    store: its directory or URI; without it FILBERT_STORE, otherwise models in the working directory.
    """
    model, rows = Model.load(name, store)
    if rows["of"] == "documents":
        raise FilbertError(f"{name} is a model of documents, allowed one of numbers or of columns")
    if rows.get("targets", 1) > 1:
        raise FilbertError(f"{name} predicts {rows['targets']} numbers of a row, allowed one")
    if "classes" not in rows:
        return FilbertRegressor()._load(model, rows)
    classifier = FilbertClassifier()._load(model, rows)
    classifier._names = rows["classes"]
    classifier.classes_ = np.array(rows["classes"])
    return classifier
