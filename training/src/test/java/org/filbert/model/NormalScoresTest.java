package org.filbert.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.junit.jupiter.api.Test;

class NormalScoresTest {
  private static RowEncoder encoder(int d, boolean sparse) {
    return new Preprocessing(d, sparse, Precision.DOUBLE, new double[0], new double[0]);
  }

  private static Rows rows(int d, double... values) {
    return new DenseRows(Matrix.of(Precision.DOUBLE, values.length / d, d, values));
  }

  private static double[] column(Rows rows, int j) {
    return IntStream.range(0, rows.count()).mapToDouble(i -> rows.row(i)[j]).toArray();
  }

  @Test
  void quantilesAreThoseOfTheNormalDistribution() {
    double[] p = {1e-9, 1e-4, 0.02, 0.025, 0.1586552539314571, 0.5, 0.75, 0.975, 0.9999};
    double[] expected = {
      -5.997807015,
      -3.719016485,
      -2.053748911,
      -1.959963985,
      -1,
      0,
      0.6744897502,
      1.959963985,
      3.719016485
    };
    assertThat(Arrays.stream(p).map(NormalScores::quantile).toArray())
        .containsExactly(expected, within(1e-8));
  }

  @Test
  void aSkewedColumnBecomesNormalAndKeepsItsOrder() {
    Random random = new Random(1);
    double[] x = random.doubles(3000).map(u -> Math.exp(20 * u)).toArray();
    NormalScores scores =
        NormalScores.fit(encoder(1, false), Precision.DOUBLE, rows(1, x), j -> true);
    assertThat(scores.values()).hasSize(256);
    double[] z = column(scores.mapped(rows(1, x)), 0);
    assertThat(Arrays.stream(z).average().orElseThrow()).isCloseTo(0, within(0.01));
    assertThat(Arrays.stream(z).map(v -> v * v).average().orElseThrow()).isCloseTo(1, within(0.02));
    int[] order =
        IntStream.range(0, x.length)
            .boxed()
            .sorted((a, b) -> Double.compare(x[a], x[b]))
            .mapToInt(i -> i)
            .toArray();
    for (int i = 1; i < order.length; i++) {
      assertThat(z[order[i]]).isGreaterThan(z[order[i - 1]]);
    }
  }

  @Test
  void equalValuesHaveTheMiddleOfTheirRanks() {
    NormalScores scores =
        NormalScores.fit(
            encoder(1, false), Precision.DOUBLE, rows(1, 5, 5, 5, 5, 6, 6, 7, 7), j -> true);
    double[] raw = {
      NormalScores.quantile(0.25), NormalScores.quantile(0.625), NormalScores.quantile(0.875)
    };
    double mean = (4 * raw[0] + 2 * raw[1] + 2 * raw[2]) / 8;
    double square = (4 * raw[0] * raw[0] + 2 * raw[1] * raw[1] + 2 * raw[2] * raw[2]) / 8;
    double deviation = Math.sqrt(square - mean * mean);
    assertThat(column(scores.mapped(rows(1, 5, 6, 7, 5.5, -1e300, 1e300)), 0))
        .containsExactly(
            new double[] {
              (raw[0] - mean) / deviation,
              (raw[1] - mean) / deviation,
              (raw[2] - mean) / deviation,
              ((raw[0] + raw[1]) / 2 - mean) / deviation,
              (raw[0] - mean) / deviation,
              (raw[2] - mean) / deviation
            },
            within(1e-12));
  }

  @Test
  void binaryConstantInfiniteAndUnwantedFeaturesStay() {
    double[] x = {
      0, 3, 1, Double.POSITIVE_INFINITY, 1, 1, 3, 2, 2, 2, 0, 3, 3, 3, 3, 1, 3, 4, 4, 4
    };
    Rows rows = rows(5, x);
    NormalScores scores = NormalScores.fit(encoder(5, false), Precision.DOUBLE, rows, j -> j != 4);
    Rows mapped = scores.mapped(rows);
    for (int j : new int[] {0, 1, 3, 4}) {
      assertThat(column(mapped, j)).containsExactly(column(rows, j));
    }
    assertThat(column(mapped, 2)).isNotEqualTo(column(rows, 2)).isSorted();
    assertThat(scores.features()).isEqualTo(5);
  }

  @Test
  void refusesWhatIsNoMap() {
    RowEncoder encoder = encoder(1, false);
    double[] two = {0, 1};
    double[] same = {1, 1};
    assertThatThrownBy(
            () -> new NormalScores(encoder, Precision.DOUBLE, new int[] {0, 2}, same, two))
        .hasMessageContaining("found 2 knots and 2 scores for dense rows of 1, allowed");
    assertThatThrownBy(
            () -> new NormalScores(encoder, Precision.DOUBLE, new int[] {0, 1}, two, two))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> new NormalScores(encoder(1, true), Precision.DOUBLE, new int[] {0, 2}, two, two))
        .hasMessageContaining("for sparse rows of 1, allowed dense rows");
  }
}
