package org.filbert.online.recursive;

import java.util.List;
import org.filbert.data.DenseRows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.NormalScores;
import org.filbert.model.Preprocessing;
import org.filbert.model.RobustScaling;
import org.filbert.model.RowEncoder;
import org.filbert.model.ScaledRows;
import org.jspecify.annotations.Nullable;

/**
 * What is fitted to the first rows of a stream, and done to all.
 *
 * @param ranks makes normal quantiles of the values' ranks; null where it is not asked for
 * @param scaling comes after that
 */
record FittedRows(@Nullable NormalScores ranks, RobustScaling scaling) {
  static FittedRows fit(FirstRowsUse use, List<double[]> rows) {
    if (use == FirstRowsUse.SPREADS) {
      return new FittedRows(null, RobustScaling.fit(rows));
    }
    int d = rows.get(0).length;
    Preprocessing given =
        new Preprocessing(d, false, Precision.DOUBLE, new double[0], new double[0]);
    Matrix all = Matrix.zeros(Precision.DOUBLE, rows.size(), d);
    for (int i = 0; i < rows.size(); i++) {
      all.write(i, i + 1, rows.get(i));
    }
    NormalScores ranks =
        NormalScores.fit(given, Precision.DOUBLE, new DenseRows(all), feature -> true);
    return new FittedRows(ranks, RobustScaling.fit(rows.stream().map(ranks::apply).toList()));
  }

  /** The row, as a new array. */
  double[] apply(double[] row) {
    return scaling.apply(ranks == null ? row : ranks.apply(row));
  }

  /** The same after what makes rows of records. */
  RowEncoder after(RowEncoder encoder) {
    return new ScaledRows(ranks == null ? encoder : ranks.of(encoder), scaling);
  }
}
