package org.filbert.system.equations;

import java.util.Arrays;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.workers.Key;
import org.jspecify.annotations.Nullable;

/**
 * Norms of the blocks at home on a worker, as the descent last computed them: a system of columns
 * never has its whole residual at once.
 *
 * @param targets2 ‖B_b‖² of each block, the same for every ridge
 * @param gradients2 ‖(B - A·u)_b‖² of each block and ridge, as it was last computed
 * @param left2 of a single block, ‖B - A·u‖² of each ridge after its last step; NaN where that is
 *     not known; null for several blocks, and in states of earlier versions
 */
public record BlockNorms(double[] targets2, double[] gradients2, double @Nullable [] left2) {
  public static final Key<BlockNorms> KEY = Key.stored("blockNorms", BlockNorms.class);

  /** The norms before the first step: NaN for the blocks at home on a worker, 0 for the others. */
  public static BlockNorms none(Shared shared, int worker) {
    Blocks blocks = shared.blocks();
    int ridges = shared.ridges().size();
    BlockNorms norms =
        new BlockNorms(
            new double[blocks.count()],
            new double[blocks.count() * ridges],
            blocks.count() == 1 ? new double[ridges] : null);
    blocks
        .at(worker)
        .forEach(
            block -> {
              norms.targets2[block] = Double.NaN;
              Arrays.fill(norms.gradients2, block * ridges, (block + 1) * ridges, Double.NaN);
              if (norms.left2 != null) {
                Arrays.fill(norms.left2, Double.NaN);
              }
            });
    return norms;
  }

  private int ridges() {
    return gradients2.length / targets2.length;
  }

  public void target(int block, double norm2) {
    targets2[block] = norm2;
  }

  public void met(int block, Matrix gradient) {
    int k = gradient.cols() / ridges();
    for (int m = 0; m < ridges(); m++) {
      gradients2[block * ridges() + m] =
          ColumnArithmetic.norm2(gradient.columns(m * k, (m + 1) * k));
    }
  }

  /** Whether a step leaves a residual that its home knows. */
  public boolean ofSingleBlock() {
    return left2 != null;
  }

  /**
   * Takes what a step has left, but no less than the rounding of the columns: their products were
   * added in that precision.
   */
  public void left(int member, double norm2, Precision columns) {
    if (left2 != null) {
      double roundoff = columns.roundoff();
      left2[member] = Math.max(norm2, roundoff * roundoff * target2());
    }
  }

  public double left2(int member) {
    return left2 == null ? Double.NaN : left2[member];
  }

  public double target2() {
    double sum = 0;
    for (double norm2 : targets2) {
      sum += norm2;
    }
    return sum;
  }

  public double residual2(int member) {
    double sum = 0;
    for (int at = member; at < gradients2.length; at += ridges()) {
      sum += gradients2[at];
    }
    return sum;
  }
}
