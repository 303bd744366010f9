import pathlib
import pickle
import tempfile
import unittest
from importlib.util import find_spec

import numpy as np

from filbert import FilbertClassifier, FilbertError, FilbertRegressor, arrays
from tests import settings

SETTINGS = settings(sigma=1)


def rings(count):
    """Rows on three rings, and their names."""
    random = np.random.default_rng(7)
    place = random.integers(0, 3, count)
    angle = random.uniform(0, 2 * np.pi, count)
    radius = 1 + place + random.normal(0, 0.1, count)
    rows = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    return rows.astype(np.float32), np.array(["inner", "middle", "outer"])[place]


def waves(count):
    """Rows with missing values, and numbers that depend on two of three columns."""
    random = np.random.default_rng(7)
    rows = random.normal(size=(count, 3))
    numbers = np.sin(2 * rows[:, 0]) + rows[:, 1] + random.normal(0, 0.05, count)
    rows[::10, 2] = np.nan
    return rows, numbers


class EstimatorsTest(unittest.TestCase):
    def test_classes_by_settings(self):
        rows, names = rings(800)
        classifier = FilbertClassifier(SETTINGS).fit(rows[:600], names[:600])
        self.assertEqual(list(classifier.classes_), ["inner", "middle", "outer"])
        predicted = classifier.predict(rows[600:])
        self.assertGreater(np.mean(predicted == names[600:]), 0.95)
        self.assertEqual(classifier.score(rows[600:], names[600:]), np.mean(predicted == names[600:]))
        p = classifier.predict_proba(rows[600:])
        self.assertEqual(p.shape, (200, 3))
        np.testing.assert_allclose(p.sum(axis=1), 1)
        np.testing.assert_array_equal(classifier.classes_[p.argmax(axis=1)], predicted)
        copy = pickle.loads(pickle.dumps(classifier))
        np.testing.assert_array_equal(copy.predict(rows[600:]), predicted)

    def test_numbers_without_settings(self):
        rows, numbers = waves(600)
        regressor = FilbertRegressor().fit(rows[:400], numbers[:400])
        self.assertGreater(regressor.score(rows[400:], numbers[400:]), 0.9)
        ends = regressor.predict_interval(rows[400:], 0.8)
        self.assertEqual(ends.shape, (200, 2))
        within = (ends[:, 0] <= numbers[400:]) & (numbers[400:] <= ends[:, 1])
        self.assertGreater(within.mean(), 0.6)
        with tempfile.TemporaryDirectory() as directory:
            file = pathlib.Path(directory) / "model.onnx"
            regressor.export_onnx(file, interval=0.8)
            self.assertGreater(file.stat().st_size, 1000)
            with self.assertRaisesRegex(FilbertError, "found a file, allowed a new one"):
                regressor.export_onnx(file)

    @unittest.skipIf(find_spec("sklearn") is None, "scikit-learn is not installed")
    def test_tools_of_scikit_learn(self):
        from sklearn.model_selection import cross_val_score
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler

        rows, names = rings(400)
        pipeline = make_pipeline(StandardScaler(), FilbertClassifier(SETTINGS))
        scores = cross_val_score(pipeline, rows, names, cv=2)
        self.assertEqual(len(scores), 2)
        self.assertGreater(scores.min(), 0.9)

    def test_weights_are_rows_that_count_more_or_not_at_all(self):
        rows, numbers = waves(400)
        wrong = numbers + np.where(np.arange(400) % 2, 5, 0)
        weights = np.where(np.arange(400) % 2, 0, 2)
        regressor = FilbertRegressor().fit(rows, wrong, sample_weight=weights)
        self.assertGreater(regressor.score(rows, numbers), 0.9)
        self.assertLess(regressor.score(rows, wrong), 0.5)
        self.assertGreater(regressor.score(rows, wrong, sample_weight=weights), 0.9)
        points, names = rings(400)
        points = np.column_stack([100 * points, np.arange(400) % 2])
        ones = FilbertClassifier(SETTINGS).fit(points, names, sample_weight=1)
        np.testing.assert_allclose(
            ones.predict_proba(points), FilbertClassifier(SETTINGS).fit(points, names).predict_proba(points), atol=1e-6)
        for wrong in ([1.0], -weights, 0 * weights):
            with self.assertRaisesRegex(ValueError, "weights?"):
                regressor.fit(rows, numbers, sample_weight=wrong)

    def test_what_a_model_looks_at(self):
        rows, numbers = waves(400)
        regressor = FilbertRegressor().fit(rows, numbers)
        shares = regressor.feature_importances_
        self.assertEqual(shares.shape, (3,))
        self.assertAlmostEqual(shares.sum(), 1)
        self.assertLess(shares[2], shares[:2].min() / 4)
        if find_spec("matplotlib"):
            from matplotlib.figure import Figure

            axes = regressor.plot_importances(Figure().gca(), most=2)
            self.assertEqual([label.get_text() for label in axes.get_yticklabels()], ["1", "2"] if shares[0] > shares[1] else ["2", "1"])
            np.testing.assert_array_equal([bar.get_width() for bar in axes.patches], np.sort(shares)[:0:-1])
        baselines, effects = regressor.explain(rows[:20])
        self.assertEqual(effects.shape, (20, 3))
        np.testing.assert_allclose(baselines + effects.sum(axis=1), regressor.predict(rows[:20]), rtol=1e-6)
        self.assertEqual(regressor.summary_["n"], 400)
        self.assertIn("kernel:", regressor.chosen_settings_)
        with tempfile.TemporaryDirectory() as directory:
            page = pathlib.Path(directory) / "report.html"
            regressor.save_report(page)
            self.assertIn("<html", page.read_text(encoding="utf-8"))
        copy = pickle.loads(pickle.dumps(regressor))
        np.testing.assert_array_equal(copy.feature_importances_, shares)
        np.testing.assert_array_equal(copy.predict(rows[:20]), regressor.predict(rows[:20]))
        points, names = rings(300)
        plain = FilbertClassifier(SETTINGS).fit(points, names)
        self.assertIsNone(plain.chosen_settings_)
        self.assertFalse(hasattr(plain, "feature_importances_"))

    def test_a_feature_that_counts_the_rows(self):
        x = np.arange(60).reshape(-1, 1)
        regressor = FilbertRegressor().fit(x, np.sin(x.ravel() / 6))
        self.assertGreater(regressor.score(x, np.sin(x.ravel() / 6)), 0.9)

    @unittest.skipIf(find_spec("scipy") is None, "SciPy is not installed")
    def test_sparse_arrays(self):
        from scipy import sparse

        rows, names = rings(400)
        few = np.column_stack([np.where(rows < 0, 0, rows), np.where(rows > 0, 0, rows)])
        dense = FilbertClassifier().fit(few, names)
        for kind in (sparse.csr_array, sparse.coo_matrix):
            found = FilbertClassifier().fit(kind(few), names, sample_weight=np.ones(400))
            np.testing.assert_array_equal(found.predict(few), dense.predict(kind(few)))
        random = np.random.default_rng(7)
        many = sparse.random(500, 3000, 0.01, random_state=random, format="csc")
        numbers = many @ random.normal(size=3000) + 3
        regressor = FilbertRegressor().fit(many, numbers)
        self.assertIn("kernel:", regressor.chosen_settings_)
        self.assertEqual(regressor.n_features_in_, 3000)
        self.assertGreater(regressor.score(many, numbers), 0.9)
        copy = pickle.loads(pickle.dumps(regressor))
        np.testing.assert_allclose(copy.predict(many.toarray()), regressor.predict(many.tocoo()), rtol=1e-6)
        self.assertEqual(len(regressor.predict(0 * many[:3])), 3)
        with self.assertRaisesRegex(ValueError, "found weights of sparse rows with 3000 features, allowed up to 1024"):
            regressor.fit(many, numbers, sample_weight=numbers - numbers.min())
        classes = FilbertClassifier({**SETTINGS, "kernel": {"type": "linear"}}).fit(many, numbers > 3)
        self.assertEqual(classes.predict_proba(many.astype(np.float32)).shape, (500, 2))

    @unittest.skipIf(find_spec("scipy") is None, "SciPy is not installed")
    def test_rows_as_libsvm_has_them(self):
        from scipy import sparse

        rows = sparse.coo_array(([0.1, 2.0, 1.0, 0.0], ([0, 0, 2, 2], [5, 5, 0, 3])), shape=(3, 7))
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "rows.svm"
            arrays.table(arrays.csr(rows)).write(path, np.array([1.5, -2.0, 3.0]))
            self.assertEqual(path.read_text(), "1.5 6:2.1\n-2.0\n3.0 1:1.0\n")
            arrays.table(arrays.csr(rows)).write(path)
            self.assertEqual(path.read_text(), "0 6:2.1\n0\n0 1:1.0\n")

    def test_errors_are_those_of_the_command(self):
        rows, names = rings(50)
        wrong = {**SETTINGS, "kernel": {"type": "gaussian", "sigma": -1}}
        with self.assertRaisesRegex(FilbertError, r"kernel\.sigma: must be a number above 0"):
            FilbertClassifier(wrong).fit(rows, names)
        rows[3, 1] = np.nan
        with self.assertRaisesRegex(FilbertError, "record 4: found NaN in column 2"):
            FilbertClassifier(SETTINGS).fit(rows, names)

    def test_what_is_refused_before_a_command(self):
        with self.assertRaisesRegex(ValueError, "is not fitted: call fit first"):
            FilbertRegressor().predict([[1.0]])
        with self.assertRaisesRegex(ValueError, "found 2 rows and 3 targets"):
            FilbertRegressor().fit([[1.0], [2.0]], [1, 2, 3])
        with self.assertRaisesRegex(ValueError, "found an array of 1 dimensions"):
            FilbertRegressor().fit([1.0, 2.0], [1, 2])
        with self.assertRaisesRegex(ValueError, "found targets of 2 dimensions"):
            FilbertRegressor().fit([[1.0], [2.0]], [[1, 2], [2, 3]])
        with self.assertRaisesRegex(ValueError, "found one class alone, a, allowed two or more"):
            FilbertClassifier().fit([[1.0], [2.0]], ["a", "a"])
        with self.assertRaisesRegex(ValueError, "found numbers that are not whole|Unknown label type"):
            FilbertClassifier().fit([[1.0], [2.0]], [0.5, 1])
        with self.assertRaisesRegex(ValueError, "found NaN or infinity among the targets"):
            FilbertRegressor().fit([[1.0], [2.0]], [np.nan, 1])

    def test_parameters(self):
        classifier = FilbertClassifier(SETTINGS)
        self.assertEqual(classifier.get_params(), {"settings": SETTINGS, "verbose": False})
        self.assertIs(classifier.set_params(settings=None), classifier)
        self.assertIsNone(classifier.settings)
        self.assertEqual(repr(FilbertRegressor(verbose=True)), "FilbertRegressor(verbose=True)")
        with self.assertRaisesRegex(ValueError, "found the parameter kernel, allowed settings, verbose"):
            classifier.set_params(kernel="gaussian")


if __name__ == "__main__":
    unittest.main()
