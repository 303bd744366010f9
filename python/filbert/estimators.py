"""Estimators with the methods of scikit-learn's."""

import inspect
import pathlib

import numpy as np

from filbert import arrays
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

    def _train(self, rows, targets, weights, task):
        self.model_ = Model.train(rows, targets, weights, self.settings, task, self.verbose)
        self.n_features_in_ = rows.shape[1]
        return self

    def _fitted(self):
        if not self.__sklearn_is_fitted__():
            raise arrays.NotFittedError(f"this {type(self).__name__} is not fitted: call fit first")
        return self.model_

    def _answers(self, x, *options):
        model = self._fitted()
        rows = arrays.matrix(x)
        if rows.shape[1] != self.n_features_in_:
            raise ValueError(f"X has {rows.shape[1]} features, but {type(self).__name__} is expecting "
                             f"{self.n_features_in_} features as input")
        return model.answers(rows, *options)

    def explain(self, x):
        """Shapley values: how much each input added to the score of each row's prediction.

        Returns the baselines, n numbers, and the effects, n x d. A baseline and the effects of its row add up to the score.
        """
        answers = self._answers(x, "--explain")
        effects = [answers[f"effect_{column}"] for column in range(1, self.n_features_in_ + 1)]
        return np.array(answers["baseline"], dtype=float), np.array(effects, dtype=float).T

    @property
    def feature_importances_(self):
        """The shares of the inputs in the learned metric, which add up to 1; 0 of inputs that were left out.

        Models without a learned metric have none.
        """
        shares = self._fitted().summary().get("inputs")
        if shares is None:
            raise AttributeError("the model has no learned metric, so no shares of inputs: fit without settings learns one, "
                                 "and so do settings with kernel.metric")
        importances = np.zeros(self.n_features_in_)
        for share in shares:
            importances[int(share["name"]) - 1] = share["share"]
        return importances

    @property
    def summary_(self):
        """What the run's summary.json says: kernel, ridge, seconds, errors and more."""
        return self._fitted().summary()

    @property
    def chosen_settings_(self):
        """The configuration that fit without settings came to, as YAML; None with settings."""
        chosen = self._fitted().run.get("chosen.yaml")
        return None if chosen is None else chosen.decode("utf-8")

    def save_report(self, path):
        """Writes the page about the run: settings, curves, errors, and what inputs do to the predictions."""
        pathlib.Path(path).write_bytes(self._fitted().run["report.html"])

    def export_onnx(self, path, interval=None):
        """Writes the model as a new file for ONNX Runtime; of a regression with intervals of a level."""
        options = [] if interval is None else ["--interval", interval]
        self._fitted().export(path, "--format", "onnx", *options)


class FilbertClassifier(Estimator):
    """Classes of rows of numbers; NaN is missing where `filbert fit` chooses the settings."""

    _estimator_type = "classifier"

    def fit(self, x, y, sample_weight=None):
        """Trains on n x d rows and n classes; a row of weight 2 counts as if it were there twice."""
        rows, targets, weights = arrays.training(x, y, sample_weight)
        self.classes_, places = arrays.classes(targets)
        return self._train(rows, places.astype(np.float32), weights, "classification")

    def predict(self, x):
        """The class of each row."""
        answers = self._answers(x)
        return self.classes_[np.array(answers["prediction"], dtype=int)]

    def predict_proba(self, x):
        """The probabilities of each row, in the order of classes_."""
        answers = self._answers(x, "--probabilities")
        columns = [answers[f"probability_{place}"] for place in range(len(self.classes_))]
        return np.array(columns, dtype=float).T

    def score(self, x, y, sample_weight=None):
        """The share of rows whose class is predicted."""
        return float(np.average(self.predict(x) == np.asarray(y), weights=sample_weight))


class FilbertRegressor(Estimator):
    """Numbers that belong to rows of numbers; NaN is missing where `filbert fit` chooses the settings."""

    _estimator_type = "regressor"

    def fit(self, x, y, sample_weight=None):
        """Trains on n x d rows and n numbers; a row of weight 2 counts as if it were there twice."""
        rows, targets, weights = arrays.training(x, y, sample_weight)
        return self._train(rows, arrays.numbers(targets), weights, "regression")

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

