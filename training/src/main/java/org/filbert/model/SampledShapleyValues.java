package org.filbert.model;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.filbert.data.DenseRows;
import org.filbert.data.Features;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.table.NumberColumn;
import org.filbert.table.TableColumn;

/**
 * Shapley values of predictions by any model of dense rows. What a set S of inputs predicts is the
 * score of the row whose other inputs are missing cells of their columns, or 0 where the rows are
 * numbers: their mean, if they are standardised. The values are means over {@value #PAIRS} random
 * orders π of the inputs and their reversals,
 *
 * <pre>
 *   φ_j = mean over π of v({inputs up to j in π}) - v({inputs before j in π})
 * </pre>
 *
 * <p>which are the same for all rows. They add up exactly; 2·{@value #PAIRS}·(d - 1) rows are
 * scored for one.
 *
 * <p>Castro, Gómez, Tejada. Polynomial calculation of the Shapley value based on sampling. 2009;
 * Mitchell, Cooper, Frank, Holmes. Sampling permutations for Shapley value estimation. 2022.
 */
final class SampledShapleyValues implements Explanation {
  private static final int PAIRS = 16;
  private static final long SEED = 1;

  private final TrainedModel model;
  private final Backend backend;
  private final ExplainedInputs inputs;
  private final double[] absent;
  private final int[][] orders;

  SampledShapleyValues(TrainedModel model, Backend backend) {
    this.model = model;
    this.backend = backend;
    this.inputs = ExplainedInputs.of(model.preprocessing());
    this.absent = absent(model.preprocessing().ofRecords());
    this.orders = orders(inputs.names().size());
  }

  /** The row of a record without any cell. */
  private static double[] absent(RowEncoder encoder) {
    if (!(encoder instanceof TablePreprocessing table)) {
      return new double[encoder.features()];
    }
    List<TableColumn> columns = table.table().columns();
    String[] none = new String[columns.size()];
    double[] row = encoder.apply(List.of(Features.Cells.of(Arrays.asList(none)))).row(0);
    int from = 0;
    for (TableColumn column : columns) {
      if (column.required() && column.encoder() instanceof NumberColumn) {
        row[from] = 0; // no cell is missing, so none has a value
      }
      from += column.encoder().features();
    }
    return row;
  }

  /** Random orders by Fisher and Yates, each followed by its reversal. */
  private static int[][] orders(int d) {
    int[][] orders = new int[2 * PAIRS][];
    UniformRandomProvider random = Draws.stream(SEED, Purpose.EXPLANATION, 0);
    for (int p = 0; p < PAIRS; p++) {
      int[] order = IntStream.range(0, d).toArray();
      for (int j = d - 1; j > 0; j--) {
        int other = random.nextInt(j + 1);
        int moved = order[j];
        order[j] = order[other];
        order[other] = moved;
      }
      orders[2 * p] = order;
      orders[2 * p + 1] = IntStream.range(0, d).map(j -> order[d - 1 - j]).toArray();
    }
    return orders;
  }

  @Override
  public List<String> names() {
    return inputs.names();
  }

  @Override
  public boolean sampled() {
    return true;
  }

  @Override
  public double[] of(Features record, int output) {
    int d = inputs.names().size();
    double[] x = model.preprocessing().ofRecords().apply(List.of(record)).row(0);
    double[] v = worths(x, output);
    double[] explained = new double[d + 2];
    explained[0] = v[0];
    double[] squares = new double[d];
    for (int p = 0; p < PAIRS; p++) {
      double[] ofPair = new double[d];
      for (int o = 2 * p; o < 2 * p + 2; o++) {
        double before = v[0];
        for (int s = 0; s < d; s++) {
          double after = s == d - 1 ? v[1] : v[2 + o * (d - 1) + s];
          ofPair[orders[o][s]] += (after - before) / 2;
          before = after;
        }
      }
      for (int j = 0; j < d; j++) {
        explained[1 + j] += ofPair[j] / PAIRS;
        squares[j] += ofPair[j] * ofPair[j] / PAIRS;
      }
    }
    for (int j = 0; j < d; j++) {
      double variance = Math.max(0, squares[j] - explained[1 + j] * explained[1 + j]);
      explained[d + 1] = Math.max(explained[d + 1], Math.sqrt(variance / (PAIRS - 1)));
    }
    return ExplainedInputs.inUnits(explained, model.outputs(), output);
  }

  /** v of no input, of all, and of the first 1 to d - 1 inputs of each order. */
  private double[] worths(double[] x, int output) {
    int d = inputs.names().size();
    RowEncoder encoder = model.preprocessing();
    try (Matrix rows = Matrix.zeros(encoder.precision(), 2 + orders.length * (d - 1), x.length)) {
      rows.write(0, 1, absent);
      rows.write(1, 2, x);
      int at = 2;
      for (int[] order : orders) {
        double[] row = absent.clone();
        for (int s = 0; s < d - 1; s++) {
          for (int feature = 0; feature < x.length; feature++) {
            row[feature] = inputs.ofFeature()[feature] == order[s] ? x[feature] : row[feature];
          }
          rows.write(at, ++at, row);
        }
      }
      try (Matrix scores = model.model().scores(encoder.continued(new DenseRows(rows)), backend)) {
        return IntStream.range(0, scores.rows()).mapToDouble(i -> scores.get(i, output)).toArray();
      }
    }
  }
}
