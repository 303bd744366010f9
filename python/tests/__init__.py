import os
import pathlib

HOME = pathlib.Path(__file__).resolve().parents[2]
os.environ.setdefault("FILBERT_HOME", str(HOME))


def settings(sigma):
    """Those of a quick training, with rows for probabilities."""
    return {
        "data": {"validationFraction": 0.25},
        "kernel": {"type": "gaussian", "sigma": sigma},
        "objective": {"ridge": 0.01},
        "solver": {"type": "block-coordinate-descent", "blockSize": 600, "epochs": 1},
    }
