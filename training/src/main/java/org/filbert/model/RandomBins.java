package org.filbert.model;

import java.util.Arrays;
import org.filbert.data.Rows;
import org.filbert.features.BinNames;
import org.filbert.features.RandomBinning;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * f(x) = 1/√R·Σ_r w(bin of x in grid r) over R random grids, which are regenerated from their seed.
 * Bins that are not stored have the weight 0: those without a training row, and those whose weights
 * are all 0.
 *
 * @param names of the bins, grid after grid and ascending in each
 * @param starts place of the first name of each grid, and the number of all names
 * @param w a row of k weights for each bin, in double
 */
public record RandomBins(RandomBinning map, long[] names, int[] starts, Matrix w) implements Model {
  public RandomBins {
    if (names.length != w.rows()) {
      throw new IllegalArgumentException(names.length + " bins, but weights of " + w.rows());
    }
    if (starts.length != map.grids() + 1 || starts[0] != 0 || starts[map.grids()] != names.length) {
      throw new IllegalArgumentException(
          "the bins of %s grids, but a map of %s".formatted(starts.length - 1, map.grids()));
    }
    for (int grid = 0; grid < map.grids(); grid++) {
      if (starts[grid + 1] < starts[grid] || starts[grid + 1] > names.length) {
        throw new IllegalArgumentException(
            "the bins of grid %s go from %s to %s of %s"
                .formatted(grid, starts[grid], starts[grid + 1], names.length));
      }
    }
    for (int grid = 0; grid < map.grids(); grid++) {
      for (int at = starts[grid] + 1; at < starts[grid + 1]; at++) {
        if (names[at] <= names[at - 1]) {
          throw new IllegalArgumentException("the bins of grid " + grid + " do not ascend");
        }
      }
    }
  }

  /** Makes the model of the weights of all bins, and leaves out bins whose weights are all 0. */
  public static RandomBins of(RandomBinning map, long[] names, int[] starts, Matrix w) {
    int k = w.cols();
    long[] kept = new long[names.length];
    int[] keptStarts = new int[starts.length];
    double[] row = new double[k];
    int[] places = new int[names.length];
    int at = 0;
    for (int grid = 0; grid < map.grids(); grid++) {
      for (int j = starts[grid]; j < starts[grid + 1]; j++) {
        w.read(j, j + 1, row);
        if (Arrays.stream(row).anyMatch(weight -> weight != 0)) {
          places[at] = j;
          kept[at++] = names[j];
        }
      }
      keptStarts[grid + 1] = at;
    }
    Matrix weights = Matrix.zeros(Precision.DOUBLE, at, k);
    for (int i = 0; i < at; i++) {
      w.read(places[i], places[i] + 1, row);
      weights.write(i, i + 1, row);
    }
    return new RandomBins(map, Arrays.copyOf(kept, at), keptStarts, weights);
  }

  @Override
  public int features() {
    return map.inputs();
  }

  @Override
  public int columns() {
    return w.cols();
  }

  @Override
  public Matrix coefficients() {
    return w;
  }

  @Override
  public long bytes() {
    return w.bytes() + (long) names.length * Long.BYTES + (long) starts.length * Integer.BYTES;
  }

  /** Number of weights that are not 0. */
  public long nonZeros() {
    return Arrays.stream(w.toArray()).filter(weight -> weight != 0).count();
  }

  @Override
  public RowScorer scorer(Backend backend) {
    BinNames bins = new BinNames(map);
    return rows -> scores(rows, bins);
  }

  private Matrix scores(Rows rows, BinNames bins) {
    int k = columns();
    double[] sums = new double[rows.count() * k];
    double[] row = new double[k];
    bins.forEach(
        rows,
        0,
        map.grids(),
        (grid, from, count, found) -> {
          for (int i = 0; i < count; i++) {
            int at = Arrays.binarySearch(names, starts[grid], starts[grid + 1], found[i]);
            if (at >= 0) {
              w.read(at, at + 1, row);
              for (int c = 0; c < k; c++) {
                sums[(from + i) * k + c] += row[c];
              }
            }
          }
        });
    for (int at = 0; at < sums.length; at++) {
      sums[at] *= map.scale();
    }
    return Matrix.of(Precision.DOUBLE, rows.count(), k, sums);
  }
}
