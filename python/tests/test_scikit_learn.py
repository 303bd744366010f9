import unittest
import warnings
from importlib.util import find_spec

from filbert import FilbertClassifier, FilbertRegressor

# Settings are chosen by leaving out one row at a time: a repeated row is predicted by its copy, a weighted one is not.
EXPECTED = dict.fromkeys(
    ("check_sample_weight_equivalence_on_dense_data", "check_sample_weight_equivalence_on_sparse_data"),
    "a repeated row is predicted by its copy when settings are chosen")


@unittest.skipIf(find_spec("sklearn") is None, "scikit-learn is not installed")
class ScikitLearnTest(unittest.TestCase):
    def check(self, estimator):
        from sklearn.utils.estimator_checks import check_estimator

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = check_estimator(estimator, expected_failed_checks=EXPECTED, on_skip=None, on_fail=None)
        failed = {each["check_name"]: repr(each["exception"]) for each in found if each["status"] == "failed"}
        self.assertEqual(failed, {})
        self.assertGreater(sum(each["status"] == "passed" for each in found), 40)

    def test_classifier(self):
        self.check(FilbertClassifier())

    def test_regressor(self):
        self.check(FilbertRegressor())


if __name__ == "__main__":
    unittest.main()
