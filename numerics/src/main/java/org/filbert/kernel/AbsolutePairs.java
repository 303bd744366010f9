package org.filbert.kernel;

import java.util.Arrays;
import org.filbert.data.DenseRows;
import org.filbert.linalg.Matrix;

/** ‖x - z‖₁ of dense rows, by flat loops over the columns of a tile, one feature at a time. */
final class AbsolutePairs implements TileSource {
  private final Tile tile;
  private final DenseRows a;
  private final DenseRows b;
  private final float[] singleSum;
  private final double[] doubleSum;
  private float[] single = {};
  private double[] doubles = {};
  private int count;

  AbsolutePairs(Tile tile, DenseRows a, DenseRows b) {
    this.tile = tile;
    this.a = a;
    this.b = b;
    int columns = Math.min(b.count(), KernelBlocks.TILE_COLUMNS);
    this.singleSum = new float[columns];
    this.doubleSum = new double[columns];
  }

  /** Reads the chosen rows of b, feature after feature. */
  @Override
  public void columns(int from, int to) {
    count = to - from;
    int features = b.features();
    Matrix rows = b.matrix().rows(from, to);
    double[] values = rows.toArray();
    if (tile instanceof SingleTile) {
      single = new float[values.length];
      for (int at = 0; at < values.length; at++) {
        single[at % features * count + at / features] = (float) values[at];
      }
    } else {
      doubles = new double[values.length];
      for (int at = 0; at < values.length; at++) {
        doubles[at % features * count + at / features] = values[at];
      }
    }
  }

  @Override
  public void rows(int from, int to) {
    for (int i = from; i < to; i++) {
      double[] row = a.row(i);
      if (tile instanceof SingleTile floats) {
        sum(row, single, singleSum, count);
        floats.put(i - from, singleSum);
      } else {
        sum(row, doubles, doubleSum, count);
        tile.put(i - from, doubleSum);
      }
    }
  }

  private static void sum(double[] row, float[] columns, float[] sum, int count) {
    Arrays.fill(sum, 0);
    for (int f = 0; f < row.length; f++) {
      float x = (float) row[f];
      int start = f * count;
      for (int j = 0; j < count; j++) {
        sum[j] += Math.abs(x - columns[start + j]);
      }
    }
  }

  private static void sum(double[] row, double[] columns, double[] sum, int count) {
    Arrays.fill(sum, 0);
    for (int f = 0; f < row.length; f++) {
      double x = row[f];
      int start = f * count;
      for (int j = 0; j < count; j++) {
        sum[j] += Math.abs(x - columns[start + j]);
      }
    }
  }

  @Override
  public void close() {
    // The rows belong to the caller.
  }
}
