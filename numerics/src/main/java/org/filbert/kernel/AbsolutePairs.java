package org.filbert.kernel;

import java.util.Arrays;
import org.filbert.cost.Meter;
import org.filbert.data.DenseRows;
import org.filbert.linalg.TileProduct;

/**
 * ‖x - z‖₁ of dense rows, by flat loops over the columns of a tile, one feature at a time. Each
 * feature's values are an array of their own: loops over arrays at different offsets would not be
 * vectorised.
 */
final class AbsolutePairs implements TileSource {
  /** A subtraction, an absolute value, an addition. */
  private static final double FLOPS = 3;

  private final Meter meter;
  private final Tile tile;
  private final DenseRows a;
  private final DenseRows b;
  private final float[] singleSum;
  private final double[] doubleSum;
  private final float[][] singles;
  private final double[][] doubles;
  private int count;

  AbsolutePairs(Meter meter, Tile tile, DenseRows a, DenseRows b) {
    this.meter = meter;
    this.tile = tile;
    this.a = a;
    this.b = b;
    int columns = Math.min(b.count(), TileProduct.EDGE);
    boolean single = tile instanceof SingleTile;
    singleSum = new float[single ? columns : 0];
    doubleSum = new double[single ? 0 : columns];
    singles = new float[single ? b.features() : 0][columns];
    doubles = new double[single ? 0 : b.features()][columns];
  }

  /** Reads the chosen rows of b, feature after feature. */
  @Override
  public void columns(int from, int to) {
    count = to - from;
    for (int j = 0; j < count; j++) {
      double[] row = b.row(from + j);
      for (int f = 0; f < singles.length; f++) {
        singles[f][j] = (float) row[f];
      }
      for (int f = 0; f < doubles.length; f++) {
        doubles[f][j] = row[f];
      }
    }
  }

  @Override
  public void rows(int from, int to) {
    for (int i = from; i < to; i++) {
      double[] row = a.row(i);
      if (tile instanceof SingleTile single) {
        Arrays.fill(singleSum, 0);
        for (int f = 0; f < row.length; f++) {
          addDifferences((float) row[f], singles[f], singleSum, count);
        }
        single.put(i - from, singleSum);
      } else {
        Arrays.fill(doubleSum, 0);
        for (int f = 0; f < row.length; f++) {
          addDifferences(row[f], doubles[f], doubleSum, count);
        }
        tile.put(i - from, doubleSum);
      }
    }
    meter.count(FLOPS * (to - from) * count * b.features());
  }

  private static void addDifferences(float x, float[] column, float[] sum, int count) {
    for (int j = 0; j < count; j++) {
      sum[j] += Math.abs(x - column[j]);
    }
  }

  private static void addDifferences(double x, double[] column, double[] sum, int count) {
    for (int j = 0; j < count; j++) {
      sum[j] += Math.abs(x - column[j]);
    }
  }

  @Override
  public void close() {
    // The rows belong to the caller.
  }
}
