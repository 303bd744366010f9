import json
import pathlib
import pickle
import tempfile
import unittest

import numpy as np

import filbert
from filbert import FilbertError, FilbertStream, session
from tests import HOME  # noqa: F401  where the program is


def moving(count):
    """Rows and classes by a line that turns, with a class that comes late."""
    random = np.random.default_rng(7)
    rows = random.normal(size=(count, 3))
    angle = np.arange(count) / 500
    side = np.cos(angle) * rows[:, 0] + np.sin(angle) * rows[:, 1]
    return rows, np.where((np.arange(count) > 700) & (side > 1), 30, np.where(side > 0, 20, 10))


class StreamTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def train_online(self, rows, targets, task):
        """The error of the command, which goes by the same rows."""
        np.save(self.directory / "rows.npy", np.column_stack([rows, targets]))
        (self.directory / "stream.yaml").write_text(json.dumps({
            "name": "stream", "task": task,
            "input": {"file": {"path": str(self.directory / "rows.npy"), "format": {"type": "npy", "label": rows.shape[1] + 1}}}}))
        session.run("train-online", self.directory / "stream.yaml", "--store", self.directory / "store", "--out", self.directory / "run")
        return json.loads((self.directory / "run" / "summary.json").read_text())["finished"]["error"]

    def test_classes_as_train_online_learns_them(self):
        rows, classes = moving(1500)
        stream = FilbertStream()
        predicted = np.concatenate([stream.learn_many(rows[:777], classes[:777]), stream.learn_many(rows[777:], classes[777:])])
        self.assertIsNone(predicted[0])
        self.assertEqual(np.mean(predicted != classes), self.train_online(rows, classes, "classification"))
        self.assertLess(np.mean(predicted[600:] != classes[600:]), 0.15)

    def test_numbers_as_train_online_learns_them(self):
        rows, _ = moving(900)
        numbers = 1000 + np.sin(rows[:, 0]) + rows[:, 1]
        stream = FilbertStream("regression")
        predicted = stream.learn_many(rows, numbers)
        self.assertAlmostEqual(
            np.sqrt(np.mean((predicted - numbers) ** 2)) / self.train_online(rows, numbers, "regression"), 1, places=9)
        self.assertAlmostEqual(stream.predict_one(rows[0]), numbers[0], delta=0.5)
        with self.assertRaisesRegex(AttributeError, "no probabilities"):
            stream.predict_proba_one(rows[0])

    def test_one_row_at_a_time(self):
        rows, classes = moving(620)
        many, one = FilbertStream(), FilbertStream()
        expected = many.learn_many(rows, classes).tolist()
        found, before = [], []
        for row, name in zip(rows, classes):
            if len(before) in (1, 300, 499, 500, 501, 610):
                one.predict_many(np.concatenate([rows, 100 * rows]))  # teaches nothing
            before.append(one.predict_one(row) if before else None)
            found.append(one.learn_one(row, name))
        self.assertEqual(found, expected)
        self.assertEqual(before, expected)
        p = one.predict_proba_one(rows[0])
        self.assertEqual(set(p), {10, 20})
        self.assertAlmostEqual(sum(p.values()), 1)
        self.assertEqual(max(p, key=p.get), one.predict_one(rows[0]))

    def test_pickles_and_the_store(self):
        rows, classes = moving(1500)
        names = np.array([f"side {name}" for name in classes])
        stream = FilbertStream(settings={"learner": {"algorithm": "recursive-least-squares", "firstRows": 200}})
        stream.learn_many(rows[:900], names[:900])
        copy = pickle.loads(pickle.dumps(stream))
        learned = stream.learn_many(rows[900:], names[900:])
        np.testing.assert_array_equal(copy.learn_many(rows[900:], names[900:]), learned)
        reference = copy.save("sides", self.directory / "store")
        self.assertEqual(reference, "sides@1")
        model = filbert.load(reference, self.directory / "store")
        np.testing.assert_array_equal(model.predict(rows[:50]), stream.predict_many(rows[:50]))
        empty = pickle.loads(pickle.dumps(FilbertStream()))
        empty.learn_one(rows[0], "a")

    def test_rows_with_names(self):
        rows, classes = moving(300)
        stream = FilbertStream()
        for (a, b, c), name in zip(rows.tolist(), classes):
            stream.learn_one({"a": a, "b": b, "c": c}, name)
        self.assertEqual(stream.predict_one({"c": 0.0, "b": 0.0, "a": 3.0}), stream.predict_one({"a": 3.0, "b": 0.0, "c": 0.0}))
        with self.assertRaisesRegex(ValueError, "found a row with a, d, allowed rows with a, b, c"):
            stream.learn_one({"a": 1, "d": 2}, 10)
        with self.assertRaisesRegex(ValueError, "found rows of 2 features"):
            FilbertStream().learn_one([1, 2], 0)
            stream.learn_one([1, 2], 10)

    def test_what_is_refused(self):
        with self.assertRaisesRegex(ValueError, "found the task 'classes'"):
            FilbertStream("classes")
        with self.assertRaisesRegex(ValueError, "found the settings input, allowed backend"):
            FilbertStream(settings={"input": {}})
        with self.assertRaisesRegex(ValueError, "has learned nothing"):
            FilbertStream().predict_one([1.0])
        with self.assertRaisesRegex(FilbertError, "row 2: found NaN as feature 1, allowed numbers"):
            FilbertStream().learn_many([[1.0], [np.nan]], [0, 1])
        lenient = FilbertStream(settings={"rows": {"missing": "zero"}})
        lenient.learn_many([[1.0], [np.nan]], [0, 1])
        with self.assertRaisesRegex(FilbertError, "stream:1: learner: ridge is -1.0"):
            FilbertStream(settings={"learner": {"algorithm": "recursive-least-squares", "ridge": -1}}).learn_one([1.0], 0)
        with self.assertRaisesRegex(ValueError, "found the classes 1 and '1'"):
            stream = FilbertStream()
            stream.learn_one([1.0], 1)
            stream.learn_one([1.0], "1")
        session.CURRENT.end()
        with self.assertRaisesRegex(FilbertError, "the Java process that had learned the stream has ended"):
            lenient.learn_one([1.0], 0)


if __name__ == "__main__":
    unittest.main()
