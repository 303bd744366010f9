package org.filbert.features;

import org.apache.commons.rng.UniformRandomProvider;
import org.filbert.data.SparseRows;
import org.filbert.random.Draws;
import org.filbert.random.Mixer;
import org.filbert.random.Purpose;

/**
 * Some grids of a map, regenerated from its seed: widths δ_j and shifts s_j, and the names of bins.
 *
 * <p>With q_j = ⌊x_j/δ_j + s_j⌋ a bin's name is
 *
 * <pre>
 *   mix(g + Σ_{j: q_j ≠ 0} mix(mix(j + 1) xor bits(q_j)))
 * </pre>
 *
 * where g is the grid's own 64-bit draw, bits those of an IEEE 754 double and mix the finaliser of
 * SplitMix64. Since s_j is in [0, 1) a zero has q_j = 0, so that zeros are never looked at and
 * dense and sparse rows have the same names. Of n rows in a grid any two different bins have the
 * same name with a chance below n²/2⁶⁵.
 */
final class Grids {
  private final int from;
  private final int to;
  private final double[] inverses;
  private final double[] shifts;
  private final long[] names;
  private final long[] inputs;

  /** Draws grids {@code from} to {@code to} of so many inputs. */
  Grids(BinWidths law, int d, long seed, int from, int to) {
    this.from = from;
    this.to = to;
    inverses = new double[Math.multiplyExact(to - from, d)];
    shifts = new double[inverses.length];
    names = new long[to - from];
    inputs = new long[d];
    for (int j = 0; j < d; j++) {
      inputs[j] = Mixer.mix(j + 1L);
    }
    double[] widths = new double[d];
    for (int grid = from; grid < to; grid++) {
      law.sample(Draws.stream(seed, Purpose.GRID_WIDTH, grid), widths);
      UniformRandomProvider random = Draws.stream(seed, Purpose.GRID_SHIFT, grid);
      int at = (grid - from) * d;
      for (int j = 0; j < d; j++) {
        inverses[at + j] = 1 / widths[j];
        shifts[at + j] = random.nextDouble();
      }
      names[grid - from] = Draws.hash(seed, Purpose.GRID_NAME, grid, 0);
    }
  }

  /** All that was drawn. */
  DrawnNumbers.Binning drawn() {
    return new DrawnNumbers.Binning(inverses.clone(), shifts.clone(), names.clone());
  }

  /** The first grid. */
  int from() {
    return from;
  }

  /** After the last grid. */
  int to() {
    return to;
  }

  /** s_j of a grid. */
  double shift(int grid, int j) {
    return shifts[(grid - from) * inputs.length + j];
  }

  /** Overwrites the start of {@code out} with the names of the rows' bins in a grid. */
  void names(SparseRows rows, int grid, long[] out) {
    int offset = (grid - from) * inputs.length;
    for (int i = 0; i < rows.count(); i++) {
      long sum = names[grid - from];
      for (int t = rows.start(i); t < rows.start(i + 1); t++) {
        int j = rows.column(t);
        double place = rows.value(t) * inverses[offset + j] + shifts[offset + j];
        if (place < 0 || place >= 1) {
          sum += Mixer.mix(inputs[j] ^ Double.doubleToRawLongBits(Math.floor(place)));
        }
      }
      out[i] = Mixer.mix(sum);
    }
  }
}
