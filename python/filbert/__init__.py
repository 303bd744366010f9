"""Kernel machines of Filbert as classifiers and regressions of NumPy arrays and pandas frames."""

from filbert.estimators import FilbertClassifier, FilbertRegressor, load
from filbert.launcher import FilbertError

__all__ = ["FilbertClassifier", "FilbertError", "FilbertRegressor", "load"]
