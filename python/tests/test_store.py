import pathlib
import pickle
import tempfile
import unittest
from importlib.util import find_spec

import numpy as np

import filbert
from filbert import FilbertClassifier, FilbertError, FilbertRegressor, session
from tests import HOME


class StoreTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.directory = pathlib.Path(directory.name)
        cls.store = cls.directory / "store"

    def fit(self, file, label):
        session.run("fit", file, "--label", label, "--store", self.store, "--out", self.directory / f"run-{file.stem}")

    def test_numbers_of_an_array(self):
        random = np.random.default_rng(7)
        rows = random.normal(size=(300, 3))
        numbers = np.sin(2 * rows[:, 0]) + rows[:, 1] + random.normal(0, 0.05, 300)
        file = self.directory / "numbers.npy"
        np.save(file, np.column_stack([rows, numbers]))
        self.fit(file, 4)
        regressor = filbert.load("numbers@1", self.store)
        self.assertIsInstance(regressor, FilbertRegressor)
        self.assertEqual(regressor.n_features_in_, 3)
        self.assertGreater(regressor.score(rows, numbers), 0.95)
        self.assertEqual(regressor.predict_interval(rows).shape, (300, 2))
        shares = regressor.feature_importances_
        self.assertGreater(min(shares[:2]), shares[2])
        baselines, effects = regressor.explain(rows[:5])
        np.testing.assert_allclose(baselines + effects.sum(axis=1), regressor.predict(rows[:5]), rtol=1e-6)
        copy = pickle.loads(pickle.dumps(filbert.load("numbers", str(self.store))))
        np.testing.assert_array_equal(copy.predict(rows), regressor.predict(rows))
        with self.assertRaisesRegex(AttributeError, "the model is of a store, where there is no summary.json"):
            regressor.summary_
        with self.assertRaisesRegex(ValueError, "X has 2 features, but FilbertRegressor is expecting 3"):
            regressor.predict(rows[:, :2])

    @unittest.skipIf(find_spec("pandas") is None, "pandas is not installed")
    def test_columns_of_a_table(self):
        import pandas

        random = np.random.default_rng(7)
        frame = pandas.DataFrame({
            "x": random.normal(size=300), "town": random.choice(["Oslo", "Rome", "Bonn"], 300),
            "day": pandas.Timestamp("2026-01-01") + pandas.to_timedelta(random.integers(0, 300, 300), unit="D"),
            "note": [f"n{i}" for i in range(300)]})
        frame["kind"] = np.where((frame["x"] > 0) == (frame["town"] == "Rome"), "warm", "cold")
        file = self.directory / "table.csv"
        frame.to_csv(file, index=False)
        self.fit(file, "kind")
        classifier = filbert.load("table", self.store)
        self.assertIsInstance(classifier, FilbertClassifier)
        self.assertEqual(sorted(classifier.classes_), ["cold", "warm"])
        self.assertEqual(list(classifier.feature_names_in_), ["x", "town", "day"])
        self.assertGreater(classifier.score(frame, frame["kind"]), 0.9)
        p = classifier.predict_proba(frame[["day", "town", "x"]])
        np.testing.assert_array_equal(classifier.classes_[p.argmax(axis=1)], classifier.predict(frame))
        baselines, effects = classifier.explain(frame[:4])
        self.assertEqual(effects.shape, (4, 3))
        self.assertEqual(classifier.feature_importances_.argmin(), 2)
        with self.assertRaisesRegex(ValueError, "found no column town, day, allowed frames with the columns x, town, day"):
            classifier.predict(frame[["x"]])

    @unittest.skipIf(find_spec("pandas") is None, "pandas is not installed")
    def test_named_numbers_of_a_frame_or_an_array(self):
        import pandas

        random = np.random.default_rng(7)
        frame = pandas.DataFrame(random.normal(size=(200, 2)), columns=["a", "b"])
        frame["y"] = frame["a"] * frame["b"]
        frame.to_csv(self.directory / "named.csv", index=False)
        self.fit(self.directory / "named.csv", "y")
        regressor = filbert.load("named", self.store)
        found = regressor.predict(frame)
        with self.assertWarnsRegex(UserWarning, "does not have valid feature names"):
            np.testing.assert_allclose(regressor.predict(frame[["a", "b"]].to_numpy()), found, rtol=1e-6)

    def test_a_configuration_with_scaled_numbers(self):
        session.run("train", HOME / "conf" / "letter.yaml", "--set", "data.train.rows=1-600", "--set", "data.test.rows=601-700",
                    "--set", "solver.blockSize=600", "--store", self.store, "--out", self.directory / "run-letter")
        classifier = filbert.load("letter", self.store)
        self.assertEqual(len(classifier.classes_), 26)
        self.assertEqual(len(classifier.feature_names_in_), 16)
        table = np.genfromtxt(HOME / "data" / "letter-recognition.csv.gz", delimiter=",", skip_header=1, dtype=str, max_rows=600)
        with self.assertWarnsRegex(UserWarning, "does not have valid feature names"):
            self.assertGreater(np.mean(classifier.predict(table[:, 1:].astype(float)) == np.char.strip(table[:, 0], '"')), 0.95)

    def test_no_such_model(self):
        with self.assertRaisesRegex(FilbertError, "nothing"):
            filbert.load("nothing@2", self.store)


if __name__ == "__main__":
    unittest.main()
