package org.filbert.store;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.filbert.calibration.Calibration;
import org.filbert.calibration.Intervals;
import org.filbert.calibration.NormalisedSigmoids;
import org.filbert.calibration.Sigmoid;
import org.filbert.calibration.Softmax;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.data.Outputs;
import org.filbert.data.Rows;
import org.filbert.data.SparseRows;
import org.filbert.data.TargetTransform;
import org.filbert.features.Hashing;
import org.filbert.features.JoinedFourier;
import org.filbert.features.RandomBinning;
import org.filbert.features.RandomFourier;
import org.filbert.features.TensorSketch;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Laplacian;
import org.filbert.kernel.Linear;
import org.filbert.kernel.Polynomial;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.CurvePoint;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.Importances;
import org.filbert.model.KernelExpansion;
import org.filbert.model.LearnedMetric;
import org.filbert.model.NormalScores;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.model.RandomBins;
import org.filbert.model.RandomFeatures;
import org.filbert.model.RobustScaling;
import org.filbert.model.RowEncoder;
import org.filbert.model.ScaledRows;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TextPreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.table.CellKind;
import org.filbert.table.DateColumn;
import org.filbert.table.DatePart;
import org.filbert.table.NumberColumn;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;
import org.filbert.table.ValueType;
import org.filbert.text.Analyser;
import org.filbert.text.Analysis;
import org.filbert.text.DocumentCounter;
import org.filbert.text.Encoding;
import org.filbert.text.NGramCounts;
import org.filbert.text.Vocabulary;
import org.filbert.text.Weights;
import org.jspecify.annotations.Nullable;

/** Small models for the tests. */
final class Models {
  static final int FEATURES = 4;

  private Models() {}

  static TrainedModel gaussian() {
    return of(new Gaussian(0.7), Precision.SINGLE, false, classes());
  }

  static Outputs classes() {
    return new Outputs.Classes(List.of("A", "B", "søren"));
  }

  static TrainedModel calibrated(Outputs outputs, Calibration calibration) {
    TrainedModel model = of(new Gaussian(0.7), Precision.SINGLE, false, outputs);
    return new TrainedModel(
        model.preprocessing(), outputs, model.model(), model.provenance(), calibration);
  }

  static TrainedModel withSigmoid() {
    return calibrated(new Outputs.Classes(List.of("ham", "spam")), new Sigmoid(-2.5, 0.25));
  }

  static TrainedModel withSoftmax() {
    return calibrated(classes(), new Softmax(3.5));
  }

  static TrainedModel withNormalisedSigmoids() {
    return calibrated(classes(), new NormalisedSigmoids());
  }

  static TrainedModel withIntervals() {
    return calibrated(
        new Outputs.Targets(new double[] {2.5, -1}),
        Intervals.of(new double[] {0.5, 7, 0.25, 5, 1, 6}, 2));
  }

  /** A model of logarithms. */
  static TrainedModel withLogarithms() {
    return calibrated(
        new Outputs.Targets(new double[] {2.5, -1}, new double[] {0.5, 2}, TargetTransform.LOG),
        Intervals.of(new double[] {0.5, 7, 0.25, 5, 1, 6}, 2));
  }

  static TrainedModel of(Kernel kernel, Precision precision, boolean sparse, Outputs outputs) {
    Random random = new Random(7);
    int n = 9;
    double[] scale = {1 / 15.0, 0.5, 2, 1};
    double[] offset = sparse ? new double[0] : new double[] {0.5, 0.2, -0.1, 0.25};
    double[] alpha = random.doubles((long) n * outputs.columns(), -1, 1).toArray();
    return new TrainedModel(
        new Preprocessing(FEATURES, sparse, precision, offset, scale),
        outputs,
        new KernelExpansion(
            kernel,
            sparse ? sparseRows(precision) : denseRows(precision, n, random),
            Matrix.of(Precision.DOUBLE, n, outputs.columns(), alpha)),
        provenance());
  }

  /** A string kernel on the n-grams of the documents. */
  static TrainedModel text() {
    List<Features> documents = documents();
    Analysis analysis = new Analysis(3, true, true);
    DocumentCounter counter = new DocumentCounter();
    try (Analyser analyser = new Analyser(analysis)) {
      for (Features document : documents) {
        counter.add(analyser.nGrams(((Features.Text) document).document()));
      }
    }
    NGramCounts counts = counter.counts();
    Vocabulary vocabulary = new Vocabulary(documents.size(), counts.nGrams(), counts.documents());
    TextPreprocessing preprocessing =
        new TextPreprocessing(
            new Encoding(analysis, Weights.TF_IDF, true, vocabulary), Precision.SINGLE);
    return new TrainedModel(
        preprocessing,
        new Outputs.Targets(new double[] {5.5}),
        new KernelExpansion(
            new Linear(),
            preprocessing.apply(documents),
            Matrix.of(Precision.DOUBLE, 3, 1, new double[] {-2, 0.5, 1.5})),
        provenance());
  }

  /** Mixed columns, of a table whose columns have types or not. */
  static TrainedModel table(@Nullable ValueType number, @Nullable ValueType day) {
    TableEncoder columns =
        new TableEncoder(
            List.of(
                new TableColumn(
                    "age", false, new NumberColumn(40, 38, 0.1, true, 1e4), null, number),
                new TableColumn(
                    "born",
                    true,
                    new DateColumn(
                        CellKind.ISO_DATE,
                        List.of(DatePart.YEAR),
                        false,
                        new double[] {1990},
                        new double[] {0.25},
                        false),
                    day == null ? "d.M.yyyy" : null,
                    day)),
            List.of("", "?"));
    return new TrainedModel(
        new TablePreprocessing(
            columns,
            new Preprocessing(
                columns.features(), false, Precision.DOUBLE, new double[0], new double[0])),
        new Outputs.Targets(new double[] {0}),
        new RandomFeatures(
            new Hashing(columns.features(), 4, 7),
            Precision.DOUBLE,
            Matrix.of(Precision.DOUBLE, 4, 1, new double[] {1, 2, 3, 4})),
        provenance());
  }

  /** Rows of {@link #table}. */
  static List<Features> cells() {
    return List.of(
        Features.Cells.of(Arrays.asList("50", "1994-03-01")),
        Features.Cells.of(Arrays.asList(null, "1986-12-24")));
  }

  /** Hashed words without a vocabulary. */
  static TrainedModel hashedText() {
    TextPreprocessing preprocessing =
        new TextPreprocessing(
            new Encoding(new Analysis(1, false, false), Weights.COUNTS, false, null),
            Precision.DOUBLE);
    return new TrainedModel(
        preprocessing,
        new Outputs.Targets(new double[] {0}),
        new RandomFeatures(
            new Hashing(preprocessing.features(), 4, 7),
            Precision.DOUBLE,
            Matrix.of(Precision.DOUBLE, 4, 1, new double[] {1, 2, 3, 4})),
        provenance());
  }

  static List<Features> documents() {
    return List.of(
        new Features.Text("The squirrels ran; a squirrel's nuts!"),
        new Features.Text("Nuts, and more nuts, for the squirrel in Smørum."),
        new Features.Text(""));
  }

  /** Sketches of a polynomial kernel: a full group of columns, and three more. */
  static TrainedModel sketch() {
    double[] w = new Random(7).doubles(131 * 2, -1, 1).toArray();
    return new TrainedModel(
        new Preprocessing(FEATURES, false, Precision.DOUBLE, new double[0], new double[0]),
        new Outputs.Targets(new double[] {2.5, -1}),
        new RandomFeatures(
            new TensorSketch(new Polynomial(3, 0.5, 1), FEATURES, 131, 42),
            Precision.DOUBLE,
            Matrix.of(Precision.DOUBLE, 131, 2, w)),
        provenance());
  }

  /** Features of two kernels side by side, of scaled rows. */
  static TrainedModel joined() {
    return joined(null);
  }

  /** The same with frequencies of two inputs each. */
  static TrainedModel additive() {
    return joined(2);
  }

  private static TrainedModel joined(@Nullable Integer order) {
    RandomFourier.Form pairs = RandomFourier.Form.COSINE_SINE;
    List<RandomFourier> maps =
        List.of(
            new RandomFourier(new Gaussian(0.7), FEATURES, 6, 42, pairs, order),
            new RandomFourier(new Laplacian(4), FEATURES, 4, 43, RandomFourier.Form.COSINE));
    double[] w = new Random(7).doubles(10 * 3, -1, 1).toArray();
    return new TrainedModel(
        new ScaledRows(
            new Preprocessing(FEATURES, false, Precision.DOUBLE, new double[0], new double[0]),
            new RobustScaling(new double[] {7, 0.5, 0, -0.25}, new double[] {0.25, 2, 1, 4}, 1.5)),
        classes(),
        new RandomFeatures(
            new JoinedFourier(maps), Precision.DOUBLE, Matrix.of(Precision.DOUBLE, 10, 3, w)),
        provenance());
  }

  /** A full metric with names of the inputs. */
  static TrainedModel learnedMetric() {
    TrainedModel model = gaussian();
    double[] root = {1, 0.25, 0, -0.5, 0.25, 0.5, 0, 0, 0, 0, 0.125, 0, -0.5, 0, 0, 2};
    return new TrainedModel(
        new LearnedMetric(model.preprocessing(), root, List.of("a", "b", "søren", "d")),
        model.outputs(),
        model.model(),
        model.provenance());
  }

  /** Numbers as normal quantiles of their ranks, below a metric; one feature stays as it is. */
  static TrainedModel normalScores() {
    TrainedModel model = gaussian();
    int[] starts = {0, 3, 3, 5, 7};
    double[] values = {-1, 0.5, 2, 0, 0.75, -3, 8};
    double[] scores = {-1.5, 0.25, 1, -1, 0.5, -2, 2};
    return new TrainedModel(
        new LearnedMetric(
            new NormalScores(
                model.preprocessing(), model.preprocessing().precision(), starts, values, scores),
            new double[] {1, 0.5, 0.25, 0},
            List.of()),
        model.outputs(),
        model.model(),
        model.provenance());
  }

  /** The same, with a level of noise and a direction. */
  static TrainedModel importances() {
    TrainedModel model = learnedMetric();
    return new TrainedModel(
        ((LearnedMetric) model.preprocessing())
            .with(
                new Importances(
                    new double[] {0.5, 0.25, 0.0625, 0},
                    new double[] {0.125, 0.125, 0.125, 0.25},
                    List.of(
                        new Importances.Direction(0.75, new double[] {0.8, 0, 0, -0.6}),
                        new Importances.Direction(0.25, new double[] {0.6, 0, 0, 0.8})))),
        model.outputs(),
        model.model(),
        model.provenance());
  }

  /** Two blocks of a series, not the first ones. */
  static TrainedModel doublyStochastic() {
    RandomFourier map =
        new RandomFourier(new Gaussian(0.7), FEATURES, 6, 42, RandomFourier.Form.COSINE_SINE);
    double[] a = new Random(7).doubles(12 * 3, -1, 1).toArray();
    return new TrainedModel(
        new Preprocessing(FEATURES, false, Precision.DOUBLE, new double[0], new double[0]),
        classes(),
        new DoublyStochastic(
            map, Precision.DOUBLE, new int[] {3, 5}, Matrix.of(Precision.DOUBLE, 12, 3, a)),
        provenance());
  }

  /** Bins of two grids that the inputs fall into, and one that none does. */
  static TrainedModel randomBins() {
    RandomBinning map = new RandomBinning(new Laplacian(4), 2, FEATURES, 2, 42);
    Preprocessing preprocessing =
        new Preprocessing(FEATURES, false, Precision.DOUBLE, new double[0], new double[0]);
    long[][] names = new long[2][];
    map.forEach(
        preprocessing.apply(inputs()),
        0,
        2,
        (grid, from, count, found) ->
            names[grid] = Arrays.stream(found).sorted().distinct().toArray());
    int[] starts = {0, names[0].length, names[0].length + names[1].length};
    long[] all = LongStream.concat(LongStream.of(names[0]), LongStream.of(names[1])).toArray();
    double[] w = new Random(7).doubles(all.length * 3L, -1, 1).toArray();
    return new TrainedModel(
        preprocessing,
        classes(),
        new RandomBins(map, all, starts, Matrix.of(Precision.DOUBLE, all.length, 3, w)),
        provenance());
  }

  /** The names of those bins. */
  static long[] randomBinNames() {
    return ((RandomBins) randomBins().model()).names();
  }

  private static Rows denseRows(Precision precision, int n, Random random) {
    double[] values = random.doubles((long) n * FEATURES, -1, 1).toArray();
    return new DenseRows(Matrix.of(precision, n, FEATURES, values));
  }

  private static Rows sparseRows(Precision precision) {
    return new SparseRows(
        precision,
        FEATURES,
        new int[] {0, 1, 3, 3, 4, 5, 7, 8, 9, 12},
        new int[] {0, 1, 3, 2, 1, 0, 3, 2, 0, 1, 2, 3},
        new double[] {0.3, -0.1, 1, 2, 0.5, 0.25, -1, 1, 0.1, 0.2, 0.3, 0.4});
  }

  private static Provenance provenance() {
    return new Provenance(
        "name: letter\nkernel: gaussian\n",
        "00ff00ff00ff00ff",
        42,
        new TreeMap<>(Map.of("filbert", "0.1.0", "java", "17")),
        List.of(
            new CurvePoint(1, 0.5, 0.25, 12.5, 0.1, null, 0.125),
            new CurvePoint(2, 1, Double.NaN, Double.POSITIVE_INFINITY, 0.05, 0.0625, null)));
  }

  /** Raw records to score. */
  static List<Features> inputs() {
    return List.of(
        new Features.Sparse(new int[] {0, 2}, new double[] {7.5, 0.25}),
        new Features.Dense(new double[] {15, 1, 0.5, -0.5}),
        new Features.Dense(new double[] {0, 0, 0, 0}));
  }

  /** Equality of everything but the model, whose matrices have no equals. */
  static boolean sameSurroundings(TrainedModel a, TrainedModel b) {
    return same(a.preprocessing(), b.preprocessing())
        && same(a.outputs(), b.outputs())
        && a.provenance().equals(b.provenance())
        && same(a.calibration(), b.calibration());
  }

  private static boolean same(@Nullable Calibration a, @Nullable Calibration b) {
    return a instanceof Intervals p && b instanceof Intervals q
        ? p.rows() == q.rows()
            && p.targets() == q.targets()
            && Arrays.equals(p.differences(), q.differences())
        : Objects.equals(a, b);
  }

  private static boolean same(@Nullable Importances a, @Nullable Importances b) {
    return a == null || b == null
        ? a == b
        : Arrays.equals(a.shares(), b.shares())
            && Arrays.equals(a.noise(), b.noise())
            && a.directions().size() == b.directions().size()
            && IntStream.range(0, a.directions().size())
                .allMatch(i -> same(a.directions().get(i), b.directions().get(i)));
  }

  private static boolean same(Importances.Direction a, Importances.Direction b) {
    return a.share() == b.share() && Arrays.equals(a.vector(), b.vector());
  }

  private static boolean same(RowEncoder a, RowEncoder b) {
    if (a instanceof ScaledRows p && b instanceof ScaledRows q) {
      return same(p.encoder(), q.encoder())
          && Arrays.equals(p.scaling().centre(), q.scaling().centre())
          && Arrays.equals(p.scaling().factor(), q.scaling().factor())
          && p.scaling().largest() == q.scaling().largest();
    }
    if (a instanceof NormalScores p && b instanceof NormalScores q) {
      return same(p.encoder(), q.encoder())
          && p.precision() == q.precision()
          && Arrays.equals(p.starts(), q.starts())
          && Arrays.equals(p.values(), q.values())
          && Arrays.equals(p.scores(), q.scores());
    }
    if (a instanceof LearnedMetric p && b instanceof LearnedMetric q) {
      return same(p.encoder(), q.encoder())
          && Arrays.equals(p.root(), q.root())
          && p.names().equals(q.names())
          && same(p.importances(), q.importances());
    }
    if (a instanceof TablePreprocessing p && b instanceof TablePreprocessing q) {
      return same(p.numbers(), q.numbers())
          && p.table().missing().equals(q.table().missing())
          && described(p.table()).equals(described(q.table()));
    }
    return a instanceof Preprocessing p && b instanceof Preprocessing q
        ? same(p, q)
        : same((TextPreprocessing) a, (TextPreprocessing) b);
  }

  /** The columns without the numbers of their encoders, which scores show. */
  private static List<String> described(TableEncoder table) {
    return table.columns().stream()
        .map(
            column ->
                "%s %s %s %s %s"
                    .formatted(
                        column.name(),
                        column.required(),
                        column.encoder().cells(),
                        column.notation(),
                        column.type()))
        .toList();
  }

  private static boolean same(Preprocessing p, Preprocessing q) {
    return p.features() == q.features()
        && p.sparse() == q.sparse()
        && p.precision() == q.precision()
        && Arrays.equals(p.offset(), q.offset())
        && Arrays.equals(p.scale(), q.scale());
  }

  private static boolean same(TextPreprocessing p, TextPreprocessing q) {
    Encoding a = p.encoding();
    Encoding b = q.encoding();
    return p.precision() == q.precision()
        && a.analysis().equals(b.analysis())
        && a.weights() == b.weights()
        && a.normalise() == b.normalise()
        && same(a.vocabulary(), b.vocabulary());
  }

  private static boolean same(@Nullable Vocabulary a, @Nullable Vocabulary b) {
    return a == null || b == null
        ? a == b
        : a.documents() == b.documents()
            && Arrays.equals(a.nGrams(), b.nGrams())
            && Arrays.equals(a.frequencies(), b.frequencies());
  }

  private static boolean same(Outputs a, Outputs b) {
    return a instanceof Outputs.Targets targets && b instanceof Outputs.Targets others
        ? Arrays.equals(targets.means(), others.means())
            && Arrays.equals(targets.scales(), others.scales())
            && targets.transform() == others.transform()
        : a.equals(b);
  }
}
