package org.filbert.system;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.workers.Worker;

/**
 * How the columns of a vector belong to ridges: k columns for each ridge, side by side. Column c
 * belongs to ridge ⌊c/k⌋.
 *
 * @param ridges as they are added to the diagonal
 * @param columns number of columns of all ridges
 */
public record PerRidge(List<Double> ridges, int columns) {
  /** The layout of a worker's vectors. */
  static PerRidge of(Worker worker) {
    List<Double> ridges = Shared.of(worker).ridges();
    return new PerRidge(ridges, ridges.size() * worker.get(ShardState.TRAIN).y().cols());
  }

  /** Number k of columns of one ridge. */
  public int k() {
    return columns / ridges.size();
  }

  /** The k columns of ridge number m, as a view. */
  public Matrix columns(Matrix all, int m) {
    return all.columns(m * k(), (m + 1) * k());
  }

  /** The sum over the columns of ridge number m. */
  double sum(double[] ofColumns, int m) {
    return Arrays.stream(ofColumns, m * k(), (m + 1) * k()).sum();
  }

  /** The ridge of every column. */
  double[] ofColumns() {
    return IntStream.range(0, columns).mapToDouble(c -> ridges.get(c / k())).toArray();
  }

  /** A copy in double, with 0 in the columns of ridges that are not active. */
  Matrix active(Matrix all, List<Integer> active) {
    Matrix copy = Matrix.zeros(Precision.DOUBLE, all.rows(), all.cols());
    active.forEach(m -> columns(copy, m).assign(columns(all, m)));
    return copy;
  }
}
