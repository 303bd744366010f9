package org.filbert.online.recursive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.stream.IntStream;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpertTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");

  private static ExpertOptions options(int p, double memory) {
    return new ExpertOptions(
        new RandomFourier(new Gaussian(1), 2, p, 1, RandomFourier.Form.COSINE_SINE), memory, 0.01);
  }

  private static Matrix row(Random random, int p) {
    double[] z = new double[p];
    double norm = 0;
    for (int i = 0; i < p; i++) {
      z[i] = random.nextGaussian();
      norm += z[i] * z[i];
    }
    for (int i = 0; i < p; i++) {
      z[i] /= Math.sqrt(norm);
    }
    return Matrix.of(Precision.DOUBLE, 1, p, z);
  }

  /** A target that depends on the row, and a little on chance. */
  private static Matrix target(Random random, Matrix z) {
    double sum = 0.1 * random.nextGaussian();
    for (int i = 0; i < z.cols(); i += 2) {
      sum += z.get(0, i);
    }
    return Matrix.of(Precision.DOUBLE, 1, 1, sum);
  }

  private static Expert learn(ExpertOptions options, Expert expert, Matrix z, Matrix y) {
    Lesson lesson = new Lesson(z, new int[] {0}, y, new double[] {1});
    return after(options, expert, lesson, Matrix.zeros(Precision.DOUBLE, 1, y.cols()));
  }

  private static Expert after(ExpertOptions options, Expert expert, Lesson lesson, Matrix scores) {
    try (Scratch scratch = new Scratch(Precision.DOUBLE)) {
      return expert.after(options, lesson, scores, BACKEND, scratch);
    }
  }

  private static final int K = 3;

  /** Rows of three targets, of which some have none; weights of their own. */
  private static Lesson rows(Random random, int count, int p, double labelled) {
    Matrix z = Matrix.zeros(Precision.DOUBLE, count, p);
    for (int i = 0; i < count; i++) {
      z.rows(i, i + 1).assign(row(random, p));
    }
    int[] places = IntStream.range(0, count).filter(i -> random.nextDouble() < labelled).toArray();
    double[] y = random.doubles((long) places.length * K, -1, 1).toArray();
    double[] roots = random.doubles(places.length, 0.5, 2).toArray();
    return new Lesson(z, places, Matrix.of(Precision.DOUBLE, places.length, K, y), roots);
  }

  private static Lesson part(Lesson all, int from, int to) {
    int first = (int) IntStream.of(all.labelled()).filter(i -> i < from).count();
    int end = (int) IntStream.of(all.labelled()).filter(i -> i < to).count();
    return all.part(from, to, first, end);
  }

  /** The scores of rows in batches of some size, or of other sizes. */
  private static double[] scores(ExpertOptions options, Lesson all, int most, Random sizes) {
    Expert expert = Expert.start(options, K, Precision.DOUBLE);
    Matrix scores = Matrix.zeros(Precision.DOUBLE, all.rows(), K);
    for (int from = 0; from < all.rows(); ) {
      int to = Math.min(all.rows(), from + 1 + sizes.nextInt(most));
      expert = after(options, expert, part(all, from, to), scores.rows(from, to));
      from = to;
    }
    return scores.toArray();
  }

  @ParameterizedTest
  @CsvSource({
    "20, 1, 1",
    "20, 0.9, 1",
    "60, 0.999, 0.7",
    "60, 0.9, 0.3",
    "4, 0.5, 0.8",
    "600, 0.999, 0.7",
    "600, 0.98, 1",
    "520, 1, 0.5"
  })
  void batchesPredictAsRowByRow(int p, double memory, double labelled) {
    ExpertOptions options = options(p, memory);
    Lesson all = rows(new Random(5), 400, p, labelled);
    double[] expected = scores(options, all, 1, new Random(1));
    for (int most : new int[] {2, 13, 64, 400}) {
      assertThat(scores(options, all, most, new Random(2)))
          .as("batches of up to %s", most)
          .containsExactly(expected, within(1e-9));
    }
  }

  /** (Σ f^age zzᵀ + δI)⁻¹ Σ f^age z y, the last row being of age 0. */
  private static Matrix solution(ExpertOptions options, Iterable<Matrix[]> rows, double ridge) {
    int p = options.features();
    Matrix a = Matrix.zeros(Precision.DOUBLE, p, p);
    Matrix b = Matrix.zeros(Precision.DOUBLE, p, 1);
    for (Matrix[] row : rows) {
      BACKEND.blas().syrk(true, 1, row[0], options.memory(), a);
      BACKEND.blas().gemm(true, false, 1, row[0], row[1], options.memory(), b);
    }
    for (int i = 0; i < p; i++) {
      a.set(i, i, a.get(i, i) + ridge);
    }
    BACKEND.blas().cholesky(a);
    BACKEND.blas().solveCholesky(a, b);
    return b;
  }

  @Test
  void aLargeExpertIsSolvedForNowAndThen() {
    ExpertOptions options = options(600, 0.999);
    assertThat(options.small()).isFalse();
    Random random = new Random(1);
    Deque<Matrix[]> rows = new ArrayDeque<>();
    Expert expert = Expert.start(options, 1, Precision.DOUBLE);
    int solved = 0;
    for (int number = 0; number < 700; number++) {
      Matrix z = row(random, 600);
      Matrix y = target(random, z);
      rows.add(new Matrix[] {z, y});
      expert = learn(options, expert, z, y);
      if (((LargeExpert) expert).since() == 0) {
        solved++;
        if (solved % 3 == 0) {
          assertThat(expert.w(BACKEND).toArray())
              .containsExactly(solution(options, rows, 0.01).toArray(), within(1e-8));
        }
      }
    }
    assertThat(solved).isBetween(12, 20);
    assertThat(((LargeExpert) expert).sums().begun()).isTrue();
  }

  @Test
  void theInverseStaysBoundedWhereTheStreamIsSilent() {
    ExpertOptions options = options(20, 0.9);
    Random random = new Random(2);
    Expert expert = Expert.start(options, 1, Precision.DOUBLE);
    Matrix silent = row(random, 20);
    Matrix y = Matrix.of(Precision.DOUBLE, 1, 1, 1.0);
    for (int number = 0; number < 5000; number++) {
      expert =
          number < 500
              ? learn(options, expert, row(random, 20))
              : learn(options, expert, silent, y);
      Matrix l = ((SmallExpert) expert).l();
      for (int i = 0; i < l.rows(); i++) {
        assertThat(l.get(i, i)).isGreaterThanOrEqualTo(Math.sqrt(0.01) * (1 - 1e-12));
      }
    }
    try (Matrix score = Matrix.zeros(Precision.DOUBLE, 1, 1)) {
      BACKEND.blas().gemm(false, false, 1, silent, expert.w(BACKEND), 0, score);
      assertThat(score.get(0, 0)).isCloseTo(1, within(1e-2));
    }
  }

  private static Expert learn(ExpertOptions options, Expert expert, Matrix z) {
    return learn(options, expert, z, target(new Random(0), z));
  }

  /** Of features in single precision, alone and as shares of workers. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 0.995})
  void aLargeExpertAddsProductsInSinglePrecision(double memory) {
    ExpertOptions options = options(520, memory);
    Lesson all = rows(new Random(6), 900, 520, 0.9);
    Matrix expected = Matrix.zeros(Precision.DOUBLE, 900, K);
    LargeExpert exact = (LargeExpert) Expert.start(options, K, Precision.DOUBLE);
    exact = (LargeExpert) after(options, exact, all, expected);
    Matrix scores = Matrix.zeros(Precision.DOUBLE, 900, K);
    LargeExpert single = (LargeExpert) Expert.start(options, K, Precision.SINGLE);
    single = (LargeExpert) after(options, single, all, scores);
    assertThat(scores.toArray()).containsExactly(expected.toArray(), within(1e-4));
    assertThat(single.sums().begun()).isTrue();
    assertThat(single.since()).isEqualTo(exact.since());
    double[] a = exact.added(BACKEND).sums().a().toArray();
    for (int worker = 0; worker < 3; worker++) {
      int from = LargeExpert.first(520, worker, 3);
      int to = LargeExpert.first(520, worker + 1, 3);
      LargeExpert share =
          LargeExpert.start(
              options, K, Precision.SINGLE, new LargeExpert.Share(false, false), from, to);
      Matrix unused = Matrix.zeros(Precision.DOUBLE, 900, K);
      Sums sums = ((LargeExpert) after(options, share, all, unused)).added(BACKEND).sums();
      for (int i = from; i < to; i++) {
        for (int j = 0; j <= i; j++) {
          assertThat(sums.a().get(i - from, j)).isCloseTo(a[i * 520 + j], within(1e-5));
        }
      }
      assertThat(sums.b().toArray()).containsExactly(exact.sums().b().toArray(), within(1e-4));
    }
  }

  @Test
  void optionsAreChecked() {
    assertThatThrownBy(() -> options(20, 0))
        .hasMessage("memory is 0.0, must be a number above 0, and at most 1");
    assertThatThrownBy(() -> new ExpertOptions(options(20, 1).map(), 1, 0))
        .hasMessage("ridge is 0.0, must be a number above 0");
  }

  @Test
  @Tag("ci")
  void aMillionRowsAddNoError() {
    ExpertOptions options = options(40, 0.999);
    Random random = new Random(3);
    Deque<Matrix[]> recent = new ArrayDeque<>();
    Expert expert = Expert.start(options, 1, Precision.DOUBLE);
    for (int number = 1; number <= 1_000_000; number++) {
      Matrix z = row(random, 40);
      Matrix y = target(random, z);
      recent.add(new Matrix[] {z, y});
      if (recent.size() > 40_000) {
        recent.remove(); // 0.999 to the power of 40,000 is below the roundoff
      }
      expert = learn(options, expert, z, y);
      Sums sums = ((SmallExpert) expert).sums();
      if (number == 10_000 || number % 250_000 == 0) {
        double ridge = 0.01 * sums.faded();
        assertThat(expert.w(BACKEND).toArray())
            .as("after %s rows", number)
            .containsExactly(solution(options, recent, ridge).toArray(), within(1e-10));
      }
    }
    assertThat(((SmallExpert) expert).sums().learned()).isCloseTo(1000, within(1e-6));
  }
}
