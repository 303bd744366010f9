package org.filbert.model;

import java.util.Arrays;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.data.Rows;
import org.filbert.features.FeatureMap;
import org.filbert.features.FourierSeries;
import org.filbert.features.RandomFourier;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;

/**
 * f(x) = Σ_j A_jᵀφ_j(x) over some blocks of a {@link FourierSeries}, whose frequencies come back
 * from the seed: nothing but the blocks' numbers and coefficients is stored.
 *
 * @param map block 0 of the series, of p columns
 * @param precision of the features
 * @param blocks numbers of m blocks, ascending
 * @param a the blocks' coefficients, one below the other, m·p×k in double
 */
public record DoublyStochastic(RandomFourier map, Precision precision, int[] blocks, Matrix a)
    implements Model {
  private static final long FREQUENCY_BYTES = 64L << 20;

  /** Columns are counted by an int, in whole groups. */
  private static final int LAST_COLUMN = Integer.MAX_VALUE / FeatureMap.GROUP * FeatureMap.GROUP;

  public DoublyStochastic {
    if (a.rows() != (long) blocks.length * map.outputs()) {
      throw new IllegalArgumentException(
          "%s blocks of %s features, but coefficients of %s"
              .formatted(blocks.length, map.outputs(), a.rows()));
    }
    for (int i = 0; i < blocks.length; i++) {
      if (blocks[i] < 0 || (i > 0 && blocks[i] <= blocks[i - 1])) {
        throw new IllegalArgumentException(
            "found the block numbers " + Arrays.toString(blocks) + ", must be ascending from 0");
      }
    }
    if (blocks.length > 0 && (blocks[blocks.length - 1] + 1L) * map.outputs() > LAST_COLUMN) {
      throw new IllegalArgumentException(
          "found block %s of %s features, the series has %s columns"
              .formatted(blocks[blocks.length - 1], map.outputs(), LAST_COLUMN));
    }
  }

  /** The model of the given p×k coefficients by block number, which are copied. */
  public static DoublyStochastic of(
      RandomFourier map, Precision precision, int columns, SortedMap<Integer, Matrix> blocks) {
    int p = map.outputs();
    Matrix a = Matrix.zeros(Precision.DOUBLE, Math.multiplyExact(blocks.size(), p), columns);
    int row = 0;
    for (Matrix block : blocks.values()) {
      a.rows(row, row + p).assign(block);
      row += p;
    }
    int[] numbers = blocks.keySet().stream().mapToInt(Integer::intValue).toArray();
    return new DoublyStochastic(map, precision, numbers, a);
  }

  /** Views of the coefficients A_j by block number. */
  public SortedMap<Integer, Matrix> blockCoefficients() {
    SortedMap<Integer, Matrix> coefficients = new TreeMap<>();
    for (int i = 0; i < blocks.length; i++) {
      coefficients.put(blocks[i], a.rows(i * map.outputs(), (i + 1) * map.outputs()));
    }
    return Collections.unmodifiableSortedMap(coefficients);
  }

  @Override
  public int features() {
    return map.inputs();
  }

  @Override
  public int columns() {
    return a.cols();
  }

  @Override
  public Matrix coefficients() {
    return a;
  }

  @Override
  public long bytes() {
    return a.bytes() + (long) blocks.length * Integer.BYTES;
  }

  @Override
  public RowScorer scorer(Backend backend) {
    return new Scorer(this, new FourierSeries(map, precision, backend, FREQUENCY_BYTES));
  }

  /** Keeps frequencies. */
  private record Scorer(DoublyStochastic model, FourierSeries series) implements RowScorer {
    @Override
    public Matrix scores(Rows rows) {
      Matrix scores = Matrix.zeros(Precision.DOUBLE, rows.count(), model.columns());
      model.blockCoefficients().forEach((j, block) -> series.multiply(rows, j, block, scores));
      return scores;
    }

    @Override
    public void close() {
      series.close();
    }
  }
}
