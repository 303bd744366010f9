package org.filbert.features;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.filbert.cost.Meter;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;

/** Columns of a {@link HadamardSketch}, transformed row by row in double. */
final class HadamardSketchBlocks implements BlockSource {
  private final SketchInput input;
  private final Meter meter;

  /** D, with the scale 1/√s₂. */
  private final double[] signs;

  /** P: places in a transformed row. */
  private final int[] chosen;

  private final double[] row;

  HadamardSketchBlocks(HadamardSketch map, SketchInput input, Meter meter) {
    this.input = input;
    this.meter = meter;
    this.row = new double[map.order()];
    this.signs = signs(map);
    this.chosen = chosen(map);
  }

  private static double[] signs(HadamardSketch map) {
    UniformRandomProvider random = Draws.stream(map.seed(), Purpose.HADAMARD_SIGN, 0);
    double scale = 1 / Math.sqrt(map.outputs());
    double[] signs = new double[map.map().outputs()];
    for (int j = 0; j < signs.length; j++) {
      signs[j] = random.nextBoolean() ? scale : -scale;
    }
    return signs;
  }

  /** The start of a random permutation. */
  private static int[] chosen(HadamardSketch map) {
    UniformRandomProvider random = Draws.stream(map.seed(), Purpose.HADAMARD_CHOICE, 0);
    return Draws.choice(random, map.order(), map.outputs());
  }

  @Override
  public void fill(Rows rows, int from, int to, Matrix out) {
    double[] part = new double[to - from];
    input.forEachStrip(
        rows,
        (first, z) -> {
          for (int i = 0; i < z.rows(); i++) {
            transform(z.rows(i, i + 1));
            for (int j = from; j < to; j++) {
              part[j - from] = row[chosen[j]];
            }
            out.write(first + i, first + i + 1, part);
          }
        });
    meter.count(rows.count() * (double) row.length * Integer.numberOfTrailingZeros(row.length));
  }

  /** row ← H·D·z */
  private void transform(Matrix z) {
    z.read(0, 1, row);
    for (int j = 0; j < signs.length; j++) {
      row[j] *= signs[j];
    }
    Arrays.fill(row, signs.length, row.length, 0);
    for (int half = 1; half < row.length; half *= 2) {
      for (int start = 0; start < row.length; start += 2 * half) {
        for (int j = start; j < start + half; j++) {
          double a = row[j];
          double b = row[j + half];
          row[j] = a + b;
          row[j + half] = a - b;
        }
      }
    }
  }

  @Override
  public void close() {
    input.close();
  }
}
