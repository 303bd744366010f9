package org.filbert.system.equations;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.data.Sample;
import org.filbert.linalg.Matrix;

/**
 * Training rows that were fetched from their owners.
 *
 * @param rows m rows with their targets
 * @param weights in the loss
 * @param penalty ridge·u_i / w_i, m rows with columns for each ridge, if every row has its own
 *     unknown; otherwise no rows
 */
public record RowBatch(RowDraw draw, Sample rows, double[] weights, Matrix penalty) {
  public static RowBatch concat(RowDraw draw, List<RowBatch> parts) {
    return new RowBatch(
        draw,
        Sample.concat(parts.stream().map(RowBatch::rows).toList()),
        parts.stream().flatMapToDouble(part -> Arrays.stream(part.weights)).toArray(),
        Matrix.concat(parts.stream().map(RowBatch::penalty).toList()));
  }

  public static RowBatch of(
      RowDraw draw, Sample all, double[] weights, Matrix penalty, int[] places) {
    return new RowBatch(
        draw,
        all.select(places),
        IntStream.of(places).mapToDouble(i -> weights[i]).toArray(),
        penalty);
  }
}
