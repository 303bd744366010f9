package org.filbert.features;

import java.util.ArrayList;
import java.util.List;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;

/**
 * The random numbers of feature maps, which maps regenerate from their seeds, as arrays: for
 * programs that do not have the generator.
 */
public final class DrawnNumbers {
  private DrawnNumbers() {}

  /**
   * Frequencies and phases.
   *
   * @param omega one row of d for each frequency, in the precision of the features
   * @param beta one phase for each frequency; zeros for {@link RandomFourier.Form#COSINE_SINE}
   */
  public record Fourier(Matrix omega, double[] beta) {}

  /**
   * The frequencies of block {@code j} of the series of a map; block 0 is the map itself.
   *
   * @param precision of the features
   */
  public static Fourier of(RandomFourier map, int j, Precision precision) {
    int count = map.outputs() / map.columnsPerFrequency();
    int first = Math.multiplyExact(j, count);
    List<Matrix> parts = new ArrayList<>();
    double[] beta = new double[count];
    try (Frequencies all = new Frequencies(map, Math.addExact(first, count), precision, 0)) {
      int size = all.groupSize();
      for (int at = first; at < first + count; ) {
        int group = at / size;
        Frequencies.Group found = all.groups(group, group + 1).get(0);
        int from = at - group * size;
        int to = Math.min(size, first + count - group * size);
        parts.add(found.omega().rows(from, to).copy(precision));
        System.arraycopy(found.beta(), from, beta, at - first, to - from);
        at += to - from;
      }
    }
    return new Fourier(Matrix.concat(parts), beta);
  }

  /**
   * Where the sketches of a group of columns put each of the d + 1 inputs, the last of which is the
   * constant: 2·h(f), and 1 more if the sign is -1; a row for each factor of the kernel.
   */
  public static int[][] of(TensorSketch map, int group) {
    int size = Math.min(FeatureMap.GROUP, map.outputs() - group * FeatureMap.GROUP);
    int[][] codes = new int[map.kernel().degree()][];
    for (int l = 0; l < codes.length; l++) {
      codes[l] = CountSketch.draw(map.seed(), group, l, map.inputs() + 1, size).codes();
    }
    return codes;
  }

  /** The seeds of MurmurHash3 for the column of an input, and for its sign. */
  public static int[] of(Hashing map) {
    return new int[] {
      (int) Draws.hash(map.seed(), Purpose.HASH_INDEX, 0, 0),
      (int) Draws.hash(map.seed(), Purpose.HASH_SIGN, 0, 0)
    };
  }

  /**
   * R grids over d inputs.
   *
   * @param inverses 1/δ, R×d by rows
   * @param shifts s, R×d by rows
   * @param names the draw g of each grid
   */
  public record Binning(double[] inverses, double[] shifts, long[] names) {}

  /** The grids of a map; {@link Grids} has the equation of a bin's name. */
  public static Binning of(RandomBinning map) {
    return new Grids(
            BinWidths.of(map.kernel(), map.shape()), map.inputs(), map.seed(), 0, map.grids())
        .drawn();
  }
}
