package org.filbert.system;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.data.Rows;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;

/**
 * Training rows that were fetched from their owners.
 *
 * @param rows with their targets, m of them
 * @param weights in the loss
 * @param penalty ridge·u_i / w_i of rows that have an unknown of their own, m rows with columns for
 *     each ridge; else 0 rows
 */
public record RowBatch(RowDraw draw, Sample rows, double[] weights, Matrix penalty) {
  static RowBatch concat(RowDraw draw, List<RowBatch> parts) {
    List<Sample> samples = parts.stream().map(RowBatch::rows).toList();
    Sample all =
        new Sample(
            samples.get(0).role(),
            Rows.concat(samples.stream().map(Sample::x).toList()),
            Matrix.concat(samples.stream().map(Sample::y).toList()),
            samples.stream().flatMapToInt(s -> Arrays.stream(s.labels())).toArray(),
            samples.stream().flatMapToLong(s -> Arrays.stream(s.positions())).toArray());
    return new RowBatch(
        draw,
        all,
        parts.stream().flatMapToDouble(part -> Arrays.stream(part.weights)).toArray(),
        Matrix.concat(parts.stream().map(RowBatch::penalty).toList()));
  }

  static RowBatch of(RowDraw draw, Sample all, double[] weights, Matrix penalty, int[] places) {
    Sample rows =
        new Sample(
            all.role(),
            all.x().select(places),
            select(all.y(), places),
            all.labels().length == 0
                ? all.labels()
                : IntStream.of(places).map(i -> all.labels()[i]).toArray(),
            IntStream.of(places).mapToLong(i -> all.positions()[i]).toArray());
    return new RowBatch(
        draw, rows, IntStream.of(places).mapToDouble(i -> weights[i]).toArray(), penalty);
  }

  /** The rows of a matrix at some places. */
  static Matrix select(Matrix all, int[] places) {
    Matrix selected = Matrix.zeros(all.precision(), places.length, all.cols());
    for (int i = 0; i < places.length; i++) {
      selected.write(i, i + 1, all.row(places[i]));
    }
    return selected;
  }
}
