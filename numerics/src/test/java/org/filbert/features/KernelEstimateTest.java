package org.filbert.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;
import org.filbert.data.DenseRows;
import org.filbert.features.RandomFourier.Form;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Polynomial;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Inner products of random features against the kernels that they stand for; fixed seeds. */
class KernelEstimateTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final DenseRows ROWS = FeatureMapTest.rows(Precision.DOUBLE, 12);

  /** Makes a map of p columns. */
  private interface Maps {
    FeatureMap map(int outputs, long seed);
  }

  /**
   * A family of maps.
   *
   * @param deviation standard deviation of the estimate, times √p, or a little more
   */
  private record Family(
      String name,
      int outputs,
      int draws,
      Maps maps,
      ToDoubleBiFunction<double[], double[]> kernel,
      ToDoubleBiFunction<double[], double[]> deviation) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Family> families() {
    Stream<Family> fourier =
        FeatureMapTest.kernels()
            .flatMap(kernel -> Stream.of(Form.values()).map(form -> fourier(kernel, form)));
    Family hashing =
        new Family(
            "hashing",
            16,
            800,
            (outputs, seed) -> new Hashing(FeatureMapTest.INPUTS, outputs, seed),
            KernelEstimateTest::dot,
            (x, z) -> Math.sqrt(dot(x, x) * dot(z, z) + dot(x, z) * dot(x, z)));
    Stream<Family> sketches =
        Stream.of(
                new Polynomial(1, 1, 0),
                new Polynomial(2, 1, 0),
                new Polynomial(2, 0.25, 1),
                new Polynomial(3, 0.25, 1))
            .map(KernelEstimateTest::sketch);
    Stream<Family> additive =
        Stream.of(1, 2, 3)
            .flatMap(order -> Stream.of(Form.values()).map(form -> additive(order, form)));
    return Stream.of(fourier, additive, Stream.of(hashing), sketches).flatMap(family -> family);
  }

  /** With one group of columns, and four. */
  private static Family sketch(Polynomial kernel) {
    int degree = kernel.degree();
    return new Family(
        kernel.toString(),
        FeatureMap.GROUP,
        400,
        (outputs, seed) -> new TensorSketch(kernel, FeatureMapTest.INPUTS, outputs, seed),
        (x, z) -> kernel.of(dot(x, z)),
        (x, z) ->
            Math.sqrt((2 + Math.pow(3, degree)) * kernel.of(dot(x, x)) * kernel.of(dot(z, z))));
  }

  private static Family fourier(Kernel kernel, Form form) {
    return new Family(
        kernel + " " + form,
        256,
        60,
        (outputs, seed) -> new RandomFourier(kernel, FeatureMapTest.INPUTS, outputs, seed, form),
        (x, z) -> kernel.of(statistic(kernel, x, z)),
        (x, z) -> 1.05);
  }

  private static Family additive(int order, Form form) {
    int d = FeatureMapTest.INPUTS;
    return new Family(
        "additive of order " + order + " " + form,
        256,
        60,
        (outputs, seed) -> new RandomFourier(new Gaussian(1.5), d, outputs, seed, form, order),
        (x, z) -> meanOverSubsets(order, x, z),
        (x, z) -> 1.05);
  }

  /** The mean of a gaussian kernel over all sets of so many inputs. */
  private static double meanOverSubsets(int order, double[] x, double[] z) {
    double sum = 0;
    int sets = 0;
    for (int set = 0; set < 1 << x.length; set++) {
      if (Integer.bitCount(set) == order) {
        double squares = 0;
        for (int f = 0; f < x.length; f++) {
          squares += (set >> f & 1) * (x[f] - z[f]) * (x[f] - z[f]);
        }
        sum += new Gaussian(1.5).of(squares);
        sets++;
      }
    }
    return sum / sets;
  }

  private static double statistic(Kernel kernel, double[] x, double[] z) {
    double sum = 0;
    for (int f = 0; f < x.length; f++) {
      double difference = x[f] - z[f];
      sum +=
          switch (kernel.statistic()) {
            case DOT -> x[f] * z[f];
            case SQUARED_DISTANCE -> difference * difference;
            case ABSOLUTE_DISTANCE -> Math.abs(difference);
            case POWER_DISTANCE -> Math.pow(Math.abs(difference), kernel.power());
          };
    }
    return sum;
  }

  private static double dot(double[] x, double[] z) {
    double sum = 0;
    for (int f = 0; f < x.length; f++) {
      sum += x[f] * z[f];
    }
    return sum;
  }

  /** Errors of the estimates over all pairs of rows, each divided by its standard deviation. */
  private static double[] errors(Family family, int outputs, long seed) {
    FeatureMap map = family.maps.map(outputs, seed);
    Matrix z = Matrix.zeros(Precision.DOUBLE, ROWS.count(), outputs);
    try (FeatureBlocks blocks = new FeatureBlocks(map, Precision.DOUBLE, BACKEND, 0)) {
      blocks.fill(ROWS, 0, outputs, z);
    }
    List<Double> errors = new ArrayList<>();
    for (int i = 0; i < ROWS.count(); i++) {
      for (int j = 0; j < i; j++) {
        double[] x = ROWS.row(i);
        double[] y = ROWS.row(j);
        double error = dot(z.row(i), z.row(j)) - family.kernel.applyAsDouble(x, y);
        double deviation = family.deviation.applyAsDouble(x, y) / Math.sqrt(outputs);
        errors.add(error / Math.max(deviation, 1e-12));
      }
    }
    return errors.stream().mapToDouble(Double::doubleValue).toArray();
  }

  @ParameterizedTest
  @MethodSource("families")
  void isUnbiased(Family family) {
    double[] means = new double[ROWS.count() * (ROWS.count() - 1) / 2];
    for (int draw = 0; draw < family.draws; draw++) {
      double[] errors = errors(family, family.outputs, 1000 + draw);
      for (int pair = 0; pair < means.length; pair++) {
        means[pair] += errors[pair] / family.draws;
      }
    }
    double bound = 4 / Math.sqrt(family.draws);
    assertThat(Arrays.stream(means).map(Math::abs).max().orElseThrow()).isLessThan(bound);
  }

  @ParameterizedTest
  @MethodSource("families")
  void errorsStayWithinAFewDeviations(Family family) {
    for (int draw = 0; draw < 5; draw++) {
      double[] errors = errors(family, 4 * family.outputs, 7 + draw);
      double mean = 0;
      for (double error : errors) {
        assertThat(Math.abs(error)).isLessThan(6);
        mean += Math.abs(error) / errors.length;
      }
      assertThat(mean).isLessThan(1.5);
    }
  }

  @ParameterizedTest
  @MethodSource("families")
  void errorFallsWithTheRootOfTheColumns(Family family) {
    // The errors are in units of 1/√p already: their size must not depend on p.
    double ratio = meanSquare(family, family.outputs) / meanSquare(family, 4 * family.outputs);
    assertThat(Math.sqrt(ratio)).isBetween(0.85, 1.15);
  }

  private static double meanSquare(Family family, int outputs) {
    double sum = 0;
    for (int draw = 0; draw < family.draws; draw++) {
      for (double error : errors(family, outputs, 500 + draw)) {
        sum += error * error;
      }
    }
    return sum;
  }
}
