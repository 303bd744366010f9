package org.filbert.model;

import java.util.Arrays;
import java.util.List;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.jspecify.annotations.Nullable;

/**
 * Makes dense rows x and maps them to M^½·x with a metric M that was learned, so that a kernel of x
 * - z measures (x - z)ᵀ·M·(x - z).
 *
 * <p>The last step of a model's preprocessing, {@code TrainedModel.preprocessing()}, is of this
 * type if and only if the model has a learned metric. {@link #diagonal} has the importances of the
 * {@link #inputs}, {@link #importances} the level of noise.
 *
 * @param encoder that makes the rows x
 * @param root M^½, symmetric: the d elements of its diagonal if M is diagonal, else all d × d, row
 *     after row
 * @param names of the d inputs, as {@link TablePreprocessing} or a file's header has them; none if
 *     they are not known
 * @param importances null before they are known, and in a model of an earlier version
 */
public record LearnedMetric(
    RowEncoder encoder, double[] root, List<String> names, @Nullable Importances importances)
    implements DenseStep {
  public LearnedMetric {
    names = List.copyOf(names);
    long d = encoder.features();
    if (encoder.sparse()
        || (root.length != d && root.length != d * d)
        || !Arrays.stream(root).allMatch(Double::isFinite)
        || (!names.isEmpty() && names.size() != d)) {
      throw new IllegalArgumentException(
          "found a metric of %s elements and %s names for %s rows of %s, allowed dense rows of d features, d or d x d finite elements, and no or d names"
              .formatted(root.length, names.size(), encoder.sparse() ? "sparse" : "dense", d));
    }
    if (importances != null
        && importances.shares().length != InputColumns.of(encoder, names).size()) {
      throw new IllegalArgumentException(
          "found importances of %s inputs, allowed one for each of %s"
              .formatted(importances.shares().length, InputColumns.of(encoder, names).size()));
    }
  }

  /** A metric whose level of noise is not known. */
  public LearnedMetric(RowEncoder encoder, double[] root, List<String> names) {
    this(encoder, root, names, null);
  }

  /** The same, and its level of noise. */
  public LearnedMetric with(Importances found) {
    return new LearnedMetric(encoder, root, names, found);
  }

  /** The inputs, in the order of the rows' features. */
  public List<InputColumns> inputs() {
    return InputColumns.of(encoder, names);
  }

  /** Whether M has elements beside its diagonal. */
  public boolean full() {
    return root.length > features();
  }

  /** M_jj of each input j, in the order of the rows' features: how much the model looks at it. */
  public double[] diagonal() {
    int d = features();
    double[] diagonal = new double[d];
    for (int j = 0; j < d; j++) {
      int from = full() ? j * d : j;
      for (int i = from; i < from + root.length / d; i++) {
        diagonal[j] += root[i] * root[i];
      }
    }
    return diagonal;
  }

  @Override
  public Rows mapped(Rows rows) {
    return map(root, rows);
  }

  /** M^½·x of rows x. A row's bits do not depend on the other rows. */
  public static DenseRows map(double[] root, Rows rows) {
    int d = rows.features();
    Matrix mapped = Matrix.zeros(rows.precision(), rows.count(), d);
    for (int i = 0; i < rows.count(); i++) {
      double[] row = rows.row(i);
      mapped.write(i, i + 1, root.length > d ? product(root, row) : scaled(root, row));
    }
    return new DenseRows(mapped);
  }

  private static double[] scaled(double[] root, double[] row) {
    for (int j = 0; j < row.length; j++) {
      row[j] *= root[j];
    }
    return row;
  }

  private static double[] product(double[] root, double[] row) {
    int d = row.length;
    double[] product = new double[d];
    for (int j = 0; j < d; j++) {
      double x = row[j];
      int from = j * d;
      for (int c = 0; c < d; c++) {
        product[c] += x * root[from + c];
      }
    }
    return product;
  }

  /** The same metric of the rows of another encoder. */
  public LearnedMetric of(RowEncoder other) {
    return new LearnedMetric(other, root, names, importances);
  }
}
