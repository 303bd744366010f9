package org.filbert.online.progressive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.data.Target;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.Preprocessing;
import org.filbert.model.Provenance;
import org.filbert.online.Batch;
import org.filbert.online.Columns;
import org.filbert.online.DriftResponse;
import org.filbert.online.recursive.ExpertOptions;
import org.filbert.online.recursive.RecursiveLearner;
import org.filbert.online.recursive.RecursiveOptions;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Stepped;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InputSharesTest {
  private static final int D = 4;

  private static Rows rows(double[][] x) {
    return new DenseRows(Matrix.of(Precision.DOUBLE, x.length, D, flat(x)));
  }

  private static double[] flat(double[][] x) {
    double[] flat = new double[x.length * D];
    for (int i = 0; i < x.length; i++) {
      System.arraycopy(x[i], 0, flat, i * D, D);
    }
    return flat;
  }

  private static double[][] normal(Random random, int count) {
    double[][] x = new double[count][D];
    for (double[] row : x) {
      for (int j = 0; j < D; j++) {
        row[j] = random.nextGaussian();
      }
    }
    return x;
  }

  /** The shares of 2·x_1 + x_2 + x_3 are 4/6, 1/6 and 1/6, as variances are. */
  @Test
  void sharesOfASumAreThoseOfTheVariances() {
    InputShares shares = new InputShares(List.of(1, 2, 1), 3);
    List<double[]> last = shares.last(List.of(), rows(normal(new Random(1), 256)));
    InputShares.Scores sum =
        given -> {
          double[][] scores = new double[given.count()][];
          for (int i = 0; i < scores.length; i++) {
            double[] x = given.row(i);
            scores[i] = new double[] {2 * x[0] + x[1] + x[2]};
          }
          return Optional.of(scores);
        };
    List<Double> found = shares.of(last, sum);
    assertThat(found).hasSize(3);
    assertThat(found.get(0)).isCloseTo(2.0 / 3, within(0.1));
    assertThat(found.get(1)).isCloseTo(1.0 / 3, within(0.1));
    assertThat(found.get(2)).isEqualTo(0);
    assertThat(shares.of(last, sum)).isEqualTo(found);
  }

  @Test
  void withoutRowsOrAModelOrDifferencesThereAreNone() {
    InputShares shares = new InputShares(List.of(1, 1, 1, 1), 3);
    List<double[]> last = shares.last(List.of(), rows(normal(new Random(1), 10)));
    assertThat(shares.of(List.of(), given -> Optional.of(new double[0][]))).isEmpty();
    assertThat(shares.of(last, given -> Optional.empty())).isEmpty();
    assertThat(shares.of(last, given -> Optional.of(new double[10][1])))
        .containsExactly(0.0, 0.0, 0.0, 0.0);
  }

  @Test
  void theLastRowsAreLookedAt() {
    InputShares shares = new InputShares(List.of(4), 3);
    double[][] x = normal(new Random(1), 700);
    List<double[]> last = List.of();
    for (int from = 0; from < 700; from += 100) {
      last = shares.last(last, rows(Arrays.copyOfRange(x, from, from + 100)));
    }
    assertThat(last).hasSize(256);
    assertThat(last.get(0)).isEqualTo(x[700 - 256]);
    assertThat(last.get(255)).isEqualTo(x[699]);
    assertThat(new InputShares(Collections.nCopies(D * 4096, 1), 3).last(last, rows(x)))
        .hasSize(16);
  }

  private static List<Report> reports(InputShares shares) {
    RecursiveOptions options =
        new RecursiveOptions(
            List.of(
                new ExpertOptions(
                    new RandomFourier(new Gaussian(3), D, 100, 1, RandomFourier.Form.COSINE_SINE),
                    0.99,
                    0.01)),
            Precision.DOUBLE,
            96,
            100,
            1 << 20);
    ProgressiveRun run =
        new ProgressiveRun(
            new RecursiveLearner(options, new Columns.OpenClasses(List.of())),
            new ProgressiveRun.Options(
                new Preprocessing(D, false, Precision.DOUBLE, new double[0], new double[0]),
                new Provenance("test", "", 1, new TreeMap<>(), List.of()),
                100,
                new LineRule(1000, false),
                new SnapshotRule(0, false, 1),
                List.of(),
                null,
                DriftResponse.NONE),
            false,
            shares);
    List<Report> reports = new ArrayList<>();
    Random random = new Random(5);
    try (LocalWorkers workers =
        new LocalWorkers(List.of(new Worker(0, 1, Backends.choose("java", "plain"))))) {
      ProgressiveRun.State state = run.start(workers);
      for (int b = 0; b < 40; b++) {
        double[][] x = normal(random, 50);
        int input = b < 20 ? 0 : 2;
        List<String> ids = new ArrayList<>();
        List<@Nullable Target> targets = new ArrayList<>();
        for (double[] row : x) {
          ids.add("");
          targets.add(new Target.ClassName(row[input] > 0 ? "a" : "b"));
        }
        Stepped<ProgressiveRun.State, Report> stepped =
            run.step(state, new Batch(rows(x), ids, targets, new long[50], null), workers);
        reports.addAll(stepped.outputs());
        state = stepped.state();
      }
    }
    return reports;
  }

  private static List<List<Double>> shares(List<Report> reports) {
    List<List<Double>> shares = new ArrayList<>();
    for (Report report : reports) {
      if (report instanceof Report.Progress progress && progress.shares() != null) {
        shares.add(progress.shares());
      }
    }
    return shares;
  }

  private static List<double[]> scores(List<Report> reports) {
    List<double[]> scores = new ArrayList<>();
    for (Report report : reports) {
      if (report instanceof Report.Predicted predicted) {
        predicted.predictions().forEach(each -> scores.add(each.scores()));
      }
    }
    return scores;
  }

  /** The class depends on the first input, and from the middle on on the third. */
  @Test
  void theyFollowTheStreamAndChangeNothing() {
    List<Report> explained = reports(new InputShares(List.of(1, 1, 1, 1), 1));
    List<List<Double>> shares = shares(explained);
    assertThat(shares).hasSize(2);
    assertThat(shares.get(0).get(0)).isGreaterThan(0.8);
    assertThat(shares.get(1).get(2)).isGreaterThan(0.8);
    List<Report> without = reports(InputShares.NONE);
    assertThat(shares(without)).isEmpty();
    List<double[]> expected = scores(without);
    List<double[]> found = scores(explained);
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i)).as("row %s", i).isEqualTo(expected.get(i));
    }
  }
}
