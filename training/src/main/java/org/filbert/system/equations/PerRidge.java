package org.filbert.system.equations;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.workers.Worker;

/**
 * How the columns of a vector belong to ridges: k columns for each ridge, side by side. Column c
 * belongs to ridge ⌊c/k⌋. Of an ensemble the columns of a ridge are those of its members, side by
 * side.
 *
 * @param ridges as they are added to the diagonal
 * @param columns number of columns of all ridges
 * @param members of an ensemble; 1 without one
 */
public record PerRidge(List<Double> ridges, int columns, int members) {
  /** A layout without an ensemble, or where its members are not told apart. */
  public PerRidge(List<Double> ridges, int columns) {
    this(ridges, columns, 1);
  }

  /** The layout of a worker's vectors. */
  public static PerRidge of(Worker worker) {
    List<Double> ridges = Shared.of(worker).ridges();
    int members = Shared.of(worker).settings().members();
    int outputs = worker.get(ShardState.TRAIN).y().cols();
    return new PerRidge(ridges, ridges.size() * members * outputs, members);
  }

  /** Number k of columns of one ridge. */
  public int k() {
    return columns / ridges.size();
  }

  /** The k columns of ridge number m, as a view. */
  public Matrix columns(Matrix all, int m) {
    return all.columns(m * k(), (m + 1) * k());
  }

  /** The k columns of ridge number m as a view, or the mean of its members' columns. */
  public Matrix mean(Matrix all, int m) {
    Matrix own = columns(all, m);
    if (members == 1) {
      return own;
    }
    int outputs = own.cols() / members;
    Matrix mean = Matrix.zeros(Precision.DOUBLE, own.rows(), outputs);
    for (int member = 0; member < members; member++) {
      ColumnArithmetic.add(
          mean, 1.0 / members, own.columns(member * outputs, (member + 1) * outputs));
    }
    return mean;
  }

  /** Sets the columns of all members but one to 0. */
  public void keepMember(Matrix all, int member) {
    int outputs = k() / members;
    for (int c = 0; c < columns && members > 1; c += outputs) {
      if (c / outputs % members != member) {
        all.columns(c, c + outputs).clear();
      }
    }
  }

  /** The sum over the columns of ridge number m. */
  public double sum(double[] ofColumns, int m) {
    return Arrays.stream(ofColumns, m * k(), (m + 1) * k()).sum();
  }

  /** The ridge of every column. */
  public double[] ofColumns() {
    return IntStream.range(0, columns).mapToDouble(c -> ridges.get(c / k())).toArray();
  }

  /** A copy in double, with 0 in the columns of ridges that are not active. */
  public Matrix active(Matrix all, List<Integer> active) {
    Matrix copy = Matrix.zeros(Precision.DOUBLE, all.rows(), all.cols());
    active.forEach(m -> columns(copy, m).assign(columns(all, m)));
    return copy;
  }
}
