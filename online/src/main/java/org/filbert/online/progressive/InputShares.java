package org.filbert.online.progressive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;

/**
 * How much a model looks at each input: the mean squared change of its scores f when the input's
 * values x_j are permuted among the last rows, as shares of the sum over all inputs
 *
 * <pre>
 *   T_j = mean ‖f(x with x_j of another row) - f(x)‖²        share of j = T_j / Σ T
 * </pre>
 *
 * <p>T_j / 2 estimates the total effect of x_j on the variance of f, as long as inputs are
 * independent. No labels are needed.
 *
 * <p>Homma, Saltelli. Importance measures in global sensitivity analysis of nonlinear models. 1996.
 *
 * @param widths number of features of each input, in their order; none if nobody asks for shares
 * @param seed of the permutations
 */
public record InputShares(List<Integer> widths, long seed) {
  /** The most rows that are looked at. */
  private static final int MOST = 256;

  /** The least of them, however many inputs there are. */
  private static final int LEAST = 16;

  /** Rows to be predicted for all inputs together, unless there are very many. */
  private static final int PREDICTED = 1 << 15;

  /** Shares that nobody asks for. */
  public static final InputShares NONE = new InputShares(List.of(), 0);

  public InputShares {
    widths = List.copyOf(widths);
  }

  boolean asked() {
    return !widths.isEmpty();
  }

  /** The last rows, with those of a batch. */
  List<double[]> last(List<double[]> before, Rows batch) {
    int most = Math.max(LEAST, Math.min(MOST, PREDICTED / widths.size()));
    List<double[]> rows = new ArrayList<>(before);
    for (int i = Math.max(0, batch.count() - most); i < batch.count(); i++) {
      rows.add(batch.row(i));
    }
    return List.copyOf(rows.subList(Math.max(0, rows.size() - most), rows.size()));
  }

  /** Scores of rows; none as long as there is no model. */
  interface Scores {
    Optional<double[][]> of(Rows rows);
  }

  /**
   * The shares, whose sum is 1 unless all scores are the same.
   *
   * @param rows to be looked at
   * @return none without rows or without a model
   */
  List<Double> of(List<double[]> rows, Scores scores) {
    Optional<double[][]> known = rows.isEmpty() ? Optional.empty() : scores.of(matrix(rows));
    if (known.isEmpty()) {
      return List.of();
    }
    double[] changes = new double[widths.size()];
    int from = 0;
    for (int input = 0; input < changes.length; input++) {
      int to = from + widths.get(input);
      double[][] changed = scores.of(matrix(permuted(rows, from, to, input))).orElseThrow();
      changes[input] = change(known.get(), changed);
      from = to;
    }
    double sum = Arrays.stream(changes).sum();
    return Arrays.stream(changes).map(each -> sum > 0 ? each / sum : 0).boxed().toList();
  }

  /** The rows, with features {@code from} to {@code to} of other rows. */
  private List<double[]> permuted(List<double[]> rows, int from, int to, int input) {
    int[] places =
        new PermutationSampler(
                Draws.stream(seed, Purpose.PERMUTATION, input), rows.size(), rows.size())
            .sample();
    List<double[]> permuted = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      double[] row = rows.get(i).clone();
      System.arraycopy(rows.get(places[i]), from, row, from, to - from);
      permuted.add(row);
    }
    return permuted;
  }

  private static Rows matrix(List<double[]> rows) {
    Matrix x = Matrix.zeros(Precision.DOUBLE, rows.size(), rows.get(0).length);
    for (int i = 0; i < rows.size(); i++) {
      x.write(i, i + 1, rows.get(i));
    }
    return new DenseRows(x);
  }

  private static double change(double[][] before, double[][] after) {
    double sum = 0;
    for (int i = 0; i < before.length; i++) {
      for (int j = 0; j < before[i].length; j++) {
        double change = after[i][j] - before[i][j];
        sum += change * change;
      }
    }
    return sum / before.length;
  }
}
