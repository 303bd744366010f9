package org.filbert.kernel;

import java.util.Arrays;
import org.filbert.cost.Meter;
import org.filbert.data.DenseRows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.TileProduct;
import org.filbert.linalg.VectorMath;

/**
 * ‖x - z‖₁, or Σ |x_f - z_f|^p, of dense rows, by flat loops over the columns of a tile, one
 * feature at a time. Each feature's values are an array of their own: loops over arrays at
 * different offsets would not be vectorised.
 */
final class DifferencePairs implements TileSource {
  /** A subtraction, an absolute value, an addition. */
  private static final double FLOPS = 3;

  /** Those of a power, about. */
  private static final double POWER_FLOPS = 40;

  private final double p;
  private final Meter meter;
  private final VectorMath math;
  private final Tile tile;
  private final DenseRows a;
  private final DenseRows b;
  private final float[] singleSum;
  private final float[] singleTerms;
  private final double[] doubleSum;
  private final double[] doubleTerms;
  private final float[][] singles;
  private final double[][] doubles;
  private int count;

  DifferencePairs(double p, Backend backend, Tile tile, DenseRows a, DenseRows b) {
    this.p = p;
    this.meter = backend.meter();
    this.math = backend.math();
    this.tile = tile;
    this.a = a;
    this.b = b;
    int columns = Math.min(b.count(), TileProduct.EDGE);
    boolean single = tile instanceof SingleTile;
    singleSum = new float[single ? columns : 0];
    singleTerms = new float[single && p != 1 ? columns : 0];
    doubleSum = new double[single ? 0 : columns];
    doubleTerms = new double[single || p == 1 ? 0 : columns];
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
          if (p == 1) {
            addDifferences((float) row[f], singles[f], singleSum, count);
          } else {
            addPowers((float) row[f], singles[f]);
          }
        }
        single.put(i - from, singleSum);
      } else {
        Arrays.fill(doubleSum, 0);
        for (int f = 0; f < row.length; f++) {
          if (p == 1) {
            addDifferences(row[f], doubles[f], doubleSum, count);
          } else {
            addPowers(row[f], doubles[f]);
          }
        }
        tile.put(i - from, doubleSum);
      }
    }
    meter.count((p == 1 ? FLOPS : FLOPS + POWER_FLOPS) * (to - from) * count * b.features());
  }

  private void addPowers(float x, float[] column) {
    differences(x, column, singleTerms, count);
    math.pow(singleTerms, 0, count, p);
    add(singleTerms, singleSum, count);
  }

  private void addPowers(double x, double[] column) {
    differences(x, column, doubleTerms, count);
    math.pow(doubleTerms, 0, count, p);
    add(doubleTerms, doubleSum, count);
  }

  private static void differences(float x, float[] column, float[] differences, int count) {
    for (int j = 0; j < count; j++) {
      differences[j] = Math.abs(x - column[j]);
    }
  }

  private static void differences(double x, double[] column, double[] differences, int count) {
    for (int j = 0; j < count; j++) {
      differences[j] = Math.abs(x - column[j]);
    }
  }

  private static void add(float[] terms, float[] sum, int count) {
    for (int j = 0; j < count; j++) {
      sum[j] += terms[j];
    }
  }

  private static void add(double[] terms, double[] sum, int count) {
    for (int j = 0; j < count; j++) {
      sum[j] += terms[j];
    }
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
