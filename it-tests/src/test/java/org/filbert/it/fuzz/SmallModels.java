package org.filbert.it.fuzz;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.data.Outputs;
import org.filbert.data.SparseRows;
import org.filbert.features.Hashing;
import org.filbert.features.JoinedFourier;
import org.filbert.features.RandomBinning;
import org.filbert.features.RandomFourier;
import org.filbert.features.TensorSketch;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Matern;
import org.filbert.kernel.Polynomial;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.CurvePoint;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.KernelExpansion;
import org.filbert.model.LearnedMetric;
import org.filbert.model.Model;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.model.RandomBins;
import org.filbert.model.RandomFeatures;
import org.filbert.model.RobustScaling;
import org.filbert.model.RowEncoder;
import org.filbert.model.ScaledRows;
import org.filbert.model.TextPreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.text.Analysis;
import org.filbert.text.Encoding;
import org.filbert.text.Vocabulary;
import org.filbert.text.Weights;

/** A model of every kind, as small as can be, by name. */
final class SmallModels {
  private static final Outputs CLASSES = new Outputs.Classes(List.of("A", "B", "søren"));
  private static final Outputs TARGETS = new Outputs.Targets(new double[] {5.5});

  private SmallModels() {}

  static Map<String, TrainedModel> all() {
    Map<String, TrainedModel> models = new TreeMap<>();
    models.put("bins", bins());
    models.put("experts", experts());
    models.putAll(
        Map.of(
            "dense",
            of(
                numbers(false),
                CLASSES,
                new KernelExpansion(
                    new Gaussian(0.7),
                    new DenseRows(doubles(2, 3)),
                    Matrix.of(Precision.DOUBLE, 2, 3, 1, 2, 3, 4, 5, 6))),
            "sparse",
            of(
                numbers(true),
                TARGETS,
                new KernelExpansion(
                    new Matern(1.5, 2),
                    new SparseRows(
                        Precision.SINGLE,
                        3,
                        new int[] {0, 1, 2},
                        new int[] {0, 2},
                        new double[] {1, 2}),
                    doubles(2, 1))),
            "fourier",
            of(
                numbers(false),
                TARGETS,
                new RandomFeatures(
                    new RandomFourier(new Gaussian(2), 3, 4, 7, RandomFourier.Form.COSINE),
                    Precision.SINGLE,
                    doubles(4, 1))),
            "sketch",
            of(
                numbers(true),
                TARGETS,
                new RandomFeatures(
                    new TensorSketch(new Polynomial(2, 0.5, 1), 3, 4, 7),
                    Precision.SINGLE,
                    doubles(4, 1))),
            "series",
            of(
                numbers(false),
                CLASSES,
                new DoublyStochastic(
                    new RandomFourier(new Gaussian(2), 3, 2, 7, RandomFourier.Form.COSINE_SINE),
                    Precision.DOUBLE,
                    new int[] {1, 5},
                    doubles(4, 3))),
            "text",
            of(
                new TextPreprocessing(
                    new Encoding(
                        new Analysis(2, true, true),
                        Weights.TF_IDF,
                        true,
                        new Vocabulary(3, new long[] {-5, 0, 9}, new int[] {1, 2, 3})),
                    Precision.SINGLE),
                TARGETS,
                new KernelExpansion(
                    new Linear(),
                    new SparseRows(
                        Precision.SINGLE, 3, new int[] {0, 1}, new int[] {1}, new double[] {1}),
                    doubles(1, 1))),
            "hashed",
            of(
                new TextPreprocessing(
                    new Encoding(new Analysis(1, false, false), Weights.COUNTS, false, null),
                    Precision.DOUBLE),
                TARGETS,
                new RandomFeatures(
                    new Hashing(Encoding.HASHED_COLUMNS, 4, 7), Precision.DOUBLE, doubles(4, 1)))));
    return models;
  }

  /** Two grids, and the bins in them that the first record falls into. */
  private static TrainedModel bins() {
    RandomBinning map = new RandomBinning(new Laplacian(2), 2, 3, 2, 7);
    RowEncoder preprocessing = numbers(false);
    long[] names = new long[2];
    map.forEach(
        preprocessing.apply(List.of(new Features.Dense(new double[3]))),
        0,
        2,
        (grid, from, rows, found) -> names[grid] = found[0]);
    return of(
        preprocessing, CLASSES, new RandomBins(map, names, new int[] {0, 1, 2}, doubles(2, 3)));
  }

  /** Scaled rows with a metric, and two maps of features side by side. */
  private static TrainedModel experts() {
    double[] ones = {1, 1, 1};
    return of(
        new LearnedMetric(
            new ScaledRows(numbers(false), new RobustScaling(new double[3], ones, 8)),
            ones,
            List.of("a", "b", "c")),
        CLASSES,
        new RandomFeatures(
            new JoinedFourier(
                List.of(
                    new RandomFourier(new Gaussian(2), 3, 2, 7, RandomFourier.Form.COSINE_SINE),
                    new RandomFourier(new Laplacian(2), 3, 2, 8, RandomFourier.Form.COSINE_SINE))),
            Precision.SINGLE,
            doubles(4, 3)));
  }

  /** Records such as the model takes. */
  static List<Features> records(TrainedModel model) {
    return model.preprocessing() instanceof TextPreprocessing
        ? List.of(new Features.Text("Nuts, and more nuts"), new Features.Text(""))
        : List.of(
            new Features.Dense(new double[model.preprocessing().features()]),
            new Features.Sparse(new int[] {0}, new double[] {0.5}));
  }

  private static RowEncoder numbers(boolean sparse) {
    double[] offset = sparse ? new double[0] : new double[] {1, 2, 3};
    return new Preprocessing(3, sparse, Precision.SINGLE, offset, new double[] {0.5});
  }

  private static Matrix doubles(int rows, int cols) {
    double[] values = new double[rows * cols];
    for (int i = 0; i < values.length; i++) {
      values[i] = i - 0.5;
    }
    return Matrix.of(Precision.DOUBLE, rows, cols, values);
  }

  private static TrainedModel of(RowEncoder preprocessing, Outputs outputs, Model model) {
    return new TrainedModel(
        preprocessing,
        outputs,
        model,
        new Provenance(
            "name: small\n",
            "00ff",
            42,
            new TreeMap<>(Map.of("java", "17")),
            List.of(new CurvePoint(1, 0.5, Double.NaN, 12.5, 0.1, null, 0.125))));
  }
}
