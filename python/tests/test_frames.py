import json
import pathlib
import pickle
import tempfile
import unittest
import warnings
from importlib.util import find_spec

import numpy as np

from filbert import FilbertClassifier, FilbertRegressor, frames
from tests import settings

SETTINGS = settings(sigma=2)


def flats(count):
    """A frame of every type of column, and prices that depend on three of them."""
    import pandas

    random = np.random.default_rng(7)
    size = random.uniform(20, 120, count)
    rooms = random.integers(1, 5, count)
    heated = random.integers(0, 2, count) > 0
    frame = pandas.DataFrame({
        "size, m²": np.where(np.arange(count) % 9, size, np.nan),
        "7": pandas.Categorical.from_codes(np.where(np.arange(count) % 7, rooms - 1, -1), [10, 20, 30, 40]),
        'town "x.y"': np.array(["NA", "São João, 1", "007", "a\nb"], dtype=object)[random.integers(0, 4, count)],
        "heated": heated,
        "built": pandas.Timestamp("1990-01-01") + pandas.to_timedelta(random.integers(0, 9000, count), unit="D"),
        "floor": pandas.array([None if i % 5 == 0 else i % 3 for i in range(count)], dtype="Int64"),
        "id": [f"flat {i}" for i in range(count)],
        "one": 1,
    })
    frame.loc[3, "built"] = pandas.NaT
    return frame, size / 40 + rooms + 2 * heated


@unittest.skipIf(find_spec("pandas") is None, "pandas is not installed")
class FramesTest(unittest.TestCase):
    def test_all_types_without_settings(self):
        frame, prices = flats(500)
        weights = np.where(np.arange(500) % 50, 1, 0)
        regressor = FilbertRegressor().fit(frame[:400], np.where(weights, prices, 100)[:400], sample_weight=weights[:400])
        self.assertEqual(list(regressor.feature_names_in_), list(frame.columns))
        self.assertGreater(regressor.score(frame[400:], prices[400:]), 0.8)
        shares = dict(zip(frame.columns, regressor.feature_importances_))
        self.assertAlmostEqual(sum(shares.values()), 1)
        self.assertEqual((shares["id"], shares["one"]), (0, 0))
        self.assertGreater(min(shares["size, m²"], shares["7"], shares["heated"]), max(shares['town "x.y"'], shares["floor"]))
        baselines, effects = regressor.explain(frame[400:410])
        self.assertEqual(effects.shape, (10, 8))
        np.testing.assert_array_equal(effects[:, 6:], 0)
        np.testing.assert_allclose(baselines + effects.sum(axis=1), regressor.predict(frame[400:410]), rtol=1e-6)

    def test_settings_and_rows_that_are_scored(self):
        frame, prices = flats(400)
        classes = np.where(prices > 5, "dear", "cheap")
        settings = {**SETTINGS, "preprocessing": {"columns": {"built": {"type": "ignore"}}}}
        classifier = FilbertClassifier(settings).fit(frame, classes)
        self.assertGreater(classifier.score(frame, classes), 0.9)
        _, effects = classifier.explain(frame[:5])
        np.testing.assert_array_equal(effects[:, 4], 0)
        strange = frame.astype({'town "x.y"': object, "floor": float})
        strange.loc[:, 'town "x.y"'] = "elsewhere"
        self.assertEqual(classifier.predict_proba(strange).shape, (400, 2))
        copy = pickle.loads(pickle.dumps(classifier))
        np.testing.assert_array_equal(copy.predict(frame), classifier.predict(frame))
        with self.assertRaisesRegex(TypeError, "found an array, allowed a frame"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            classifier.predict(np.zeros((2, 8)))
        with self.assertRaisesRegex(ValueError, "must be in the same order"):
            classifier.predict(frame[frame.columns[::-1]])
        with self.assertRaisesRegex(ValueError, "yet now missing:\n- one"):
            classifier.predict(frame.drop(columns="one"))
        with self.assertRaisesRegex(ValueError, "found 'many' in column floor, allowed numbers"):
            classifier.predict(frame.astype({"floor": object}).replace({"floor": {1: "many"}}))

    def test_numbers_alone_go_as_a_matrix(self):
        import pandas

        rows = np.random.default_rng(7).normal(size=(300, 2))
        frame = pandas.DataFrame(rows, columns=["a", "b"])
        names = np.where(rows[:, 0] * rows[:, 1] > 0, "same", "other")
        classifier = FilbertClassifier(SETTINGS).fit(frame, names)
        np.testing.assert_array_equal(classifier.predict_proba(frame), FilbertClassifier(SETTINGS).fit(rows, names).predict_proba(rows))
        self.assertEqual(list(classifier.feature_names_in_), ["a", "b"])
        with self.assertWarnsRegex(UserWarning, "X does not have valid feature names"):
            classifier.predict(rows)
        numbered = pandas.DataFrame({0: pandas.array([1, None], dtype="Int64"), 1: [True, False]})
        np.testing.assert_array_equal(frames.numeric(numbered), [[1, 1], [np.nan, 0]])

    def test_cells_as_they_are_written(self):
        import pandas

        frame = pandas.DataFrame({
            "x%": [0.1, np.nan, 1e300], "t": pandas.to_datetime(["2026-01-31T08:30", None, "2026-02-01T00:00"]).tz_localize("Asia/Tokyo"),
            "c": pandas.Categorical([1.5, None, 2]), "b": np.array([True, None, False], dtype=object), "target": ["é\"", None, "NA"]})
        columns = frames.Columns(frame, {"target": {"type": "category"}})
        table = frames.FrameTable(frame, columns)
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "rows.jsonl"
            table.write(path, np.array([1.0, 0.1, 3.0]))
            rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        self.assertEqual(rows, [
            {"x%": 0.1, "t": "2026-01-31T08:30:00", "c": "1.5", "b": "true", "target": "é\"", "target_": 1.0},
            {"x%": None, "t": None, "c": None, "b": None, "target": None, "target_": 0.1},
            {"x%": 1e300, "t": "2026-02-01T00:00:00", "c": "2.0", "b": "false", "target": "NA", "target_": 3.0}])
        self.assertEqual(columns.types["t"], {"type": "date", "parts": ["year", "month", "weekday", "hour"]})

    def test_columns(self):
        import pandas

        frame = pandas.DataFrame({
            "remark": [f"a remark of {i} words" for i in range(20)], "id": [f"n{i}" for i in range(20)], "town": ["a", "b"] * 10})
        self.assertEqual(frames.Columns(frame, {}).types, {"remark": {"type": "text"}, "town": {"type": "category"}})
        with self.assertRaisesRegex(TypeError, "found timedelta64 in column wait, allowed numbers, truths, dates"):
            FilbertClassifier().fit(frame.assign(wait=pandas.to_timedelta(range(20), unit="s")), frame["town"])
        with self.assertRaisesRegex(ValueError, "found columns without names, or two of one name"):
            FilbertClassifier().fit(pandas.concat([frame, frame], axis=1), frame["town"])
        with self.assertRaisesRegex(ValueError, "found no column with information"):
            FilbertClassifier().fit(frame[["id"]], frame["town"])
        with self.assertRaisesRegex(ValueError, "found infinity in column x"):
            FilbertClassifier().fit(frame.assign(x=np.r_[np.inf, range(19)]), frame["town"])

    @unittest.skipIf(find_spec("sklearn") is None, "scikit-learn is not installed")
    def test_names_as_scikit_learn_checks_them(self):
        from sklearn.utils.estimator_checks import check_dataframe_column_names_consistency

        check_dataframe_column_names_consistency("FilbertRegressor", FilbertRegressor(
            {"kernel": SETTINGS["kernel"], "objective": SETTINGS["objective"], "solver": SETTINGS["solver"]}))


if __name__ == "__main__":
    unittest.main()
