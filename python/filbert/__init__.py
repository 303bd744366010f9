"""Kernel machines of Filbert as classifiers and regressions of arrays and pandas frames, and of streams."""

from filbert.estimators import FilbertClassifier, FilbertRegressor, load
from filbert.launcher import FilbertError
from filbert.stream import FilbertStream

__all__ = ["FilbertClassifier", "FilbertError", "FilbertRegressor", "FilbertStream", "load"]
