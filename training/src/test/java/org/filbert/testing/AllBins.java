package org.filbert.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.features.RandomBinning;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.RandomBins;

/**
 * Z of random binning in full, and weights of all bins, also of those that are 0.
 *
 * @param names of the bins of each grid, ascending
 */
public record AllBins(RandomBinning map, long[][] names) {
  /** The bins of training rows. */
  public static AllBins of(RandomBinning map, List<Sample> shards) {
    long[][] names = new long[map.grids()][];
    for (int grid = 0; grid < names.length; grid++) {
      List<long[]> parts = new ArrayList<>();
      for (Sample shard : shards) {
        map.forEach(
            shard.x(),
            grid,
            grid + 1,
            (g, from, count, found) -> parts.add(Arrays.copyOf(found, count)));
      }
      names[grid] = parts.stream().flatMapToLong(Arrays::stream).sorted().distinct().toArray();
    }
    return new AllBins(map, names);
  }

  public int count() {
    return Arrays.stream(names).mapToInt(grid -> grid.length).sum();
  }

  private int first(int grid) {
    return Arrays.stream(names, 0, grid).mapToInt(own -> own.length).sum();
  }

  /** Rows of Z. */
  public double[][] columns(Rows rows) {
    double[][] z = new double[rows.count()][count()];
    map.forEach(
        rows,
        0,
        map.grids(),
        (grid, from, count, found) -> {
          for (int i = 0; i < count; i++) {
            int at = Arrays.binarySearch(names[grid], found[i]);
            if (at >= 0) {
              z[from + i][first(grid) + at] = 1 / Math.sqrt(map.grids());
            }
          }
        });
    return z;
  }

  /** The weights of all bins. */
  public Matrix weights(RandomBins model) {
    Matrix all = Matrix.zeros(Precision.DOUBLE, count(), model.columns());
    for (int grid = 0; grid < names.length; grid++) {
      for (int at = model.starts()[grid]; at < model.starts()[grid + 1]; at++) {
        int row = first(grid) + Arrays.binarySearch(names[grid], model.names()[at]);
        all.write(row, row + 1, model.w().row(at));
      }
    }
    return all;
  }
}
