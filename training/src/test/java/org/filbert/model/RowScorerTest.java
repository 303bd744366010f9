package org.filbert.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.filbert.data.DenseRows;
import org.filbert.features.RandomBinning;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a scorer keeps between batches changes no bit. */
class RowScorerTest {
  private static final int D = 5;
  private static final int CENTRES = 600;
  private static final Backend BACKEND = Backends.best();

  static Stream<Model> models() {
    RandomFourier fourier =
        new RandomFourier(new Gaussian(2), D, 300, 7, RandomFourier.Form.COSINE_SINE);
    return Stream.of(
        expansion(Precision.SINGLE, 3),
        expansion(Precision.SINGLE, 40),
        expansion(Precision.DOUBLE, 3),
        new RandomFeatures(fourier, Precision.SINGLE, matrix(Precision.DOUBLE, 300, 3, 2)),
        new DoublyStochastic(
            fourier, Precision.SINGLE, new int[] {0, 3}, matrix(Precision.DOUBLE, 600, 3, 2)),
        bins());
  }

  private static Model expansion(Precision precision, int k) {
    return new KernelExpansion(
        new Gaussian(2),
        new DenseRows(matrix(precision, CENTRES, D, 1)),
        matrix(Precision.DOUBLE, CENTRES, k, 2));
  }

  /** The bins of some rows. */
  private static Model bins() {
    RandomBinning map = new RandomBinning(new Laplacian(20), RandomBinning.LAPLACIAN, D, 8, 7);
    long[][] names = new long[map.grids()][];
    map.forEach(
        new DenseRows(matrix(Precision.SINGLE, 50, D, 3)),
        0,
        map.grids(),
        (grid, from, count, found) ->
            names[grid] = LongStream.of(found).limit(count).sorted().distinct().toArray());
    int[] starts = new int[map.grids() + 1];
    for (int grid = 0; grid < map.grids(); grid++) {
      starts[grid + 1] = starts[grid] + names[grid].length;
    }
    long[] all = Arrays.stream(names).flatMapToLong(Arrays::stream).toArray();
    return new RandomBins(map, all, starts, matrix(Precision.DOUBLE, all.length, 3, 2));
  }

  private static Matrix matrix(Precision precision, int rows, int cols, long seed) {
    return Matrix.of(
        precision, rows, cols, new Random(seed).doubles((long) rows * cols, -1, 1).toArray());
  }

  @ParameterizedTest
  @MethodSource("models")
  void aBatchHasTheBitsOfAModelWithoutBatchesBefore(Model model) {
    DenseRows rows = new DenseRows(matrix(Precision.SINGLE, 700, D, 4));
    try (RowScorer scorer = model.scorer(BACKEND)) {
      for (int[] batch : new int[][] {{0, 7}, {7, 8}, {8, 700}, {0, 7}}) {
        DenseRows part = rows.slice(batch[0], batch[1]);
        assertThat(scorer.scores(part).toArray()).isEqualTo(model.scores(part, BACKEND).toArray());
      }
    }
  }
}
