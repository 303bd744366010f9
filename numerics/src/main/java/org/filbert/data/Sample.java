package org.filbert.data;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.filbert.linalg.Matrix;

/**
 * Preprocessed rows with their targets.
 *
 * @param x m rows of d features
 * @param y m×k targets in double: ±1 for classes unless these have other ones, centred values for
 *     regression
 * @param labels index of each row's class; of a test row whose class no training row has the number
 *     of the classes; empty for regression
 * @param positions each row's position in the input
 */
public record Sample(Role role, Rows x, Matrix y, int[] labels, long[] positions) {
  /** 2⁶⁴ divided by the golden ratio, which spreads positions that are close to each other. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  public int count() {
    return x.count();
  }

  /** The same with other rows in the places of these. */
  public Sample withRows(Rows other) {
    return new Sample(role, other, y, labels, positions);
  }

  /** The same with other targets. */
  public Sample withTargets(Matrix other) {
    return new Sample(role, x, other, labels, positions);
  }

  /** The rows at some places. */
  public Sample select(int[] places) {
    return new Sample(
        role,
        x.select(places),
        y.select(places),
        labels.length == 0 ? labels : IntStream.of(places).map(i -> labels[i]).toArray(),
        IntStream.of(places).mapToLong(i -> positions[i]).toArray());
  }

  /**
   * Rows that were asked for by their positions in the input, and are here.
   *
   * @param indices their places in the request, ascending
   * @param places their places here
   */
  public record Found(int[] indices, int[] places) {}

  /** Finds those rows that are here of some positions in the input. */
  public Found find(long[] wanted) {
    long[] sorted = wanted.clone();
    Arrays.sort(sorted);
    int[] places = new int[sorted.length];
    Arrays.fill(places, -1);
    BitSet marks = new BitSet();
    for (long position : sorted) {
      marks.set(mark(position, sorted.length));
    }
    for (int i = 0; i < positions.length; i++) {
      int at =
          marks.get(mark(positions[i], sorted.length))
              ? Arrays.binarySearch(sorted, positions[i])
              : -1;
      if (at >= 0) {
        places[at] = i;
      }
    }
    int[] all =
        Arrays.stream(wanted)
            .mapToInt(position -> places[Arrays.binarySearch(sorted, position)])
            .toArray();
    return new Found(
        IntStream.range(0, all.length).filter(index -> all[index] >= 0).toArray(),
        IntStream.of(all).filter(place -> place >= 0).toArray());
  }

  /** A place among some eight for each of so many positions: most share it with no other. */
  private static int mark(long position, int count) {
    return (int) Long.remainderUnsigned(position * SPREAD, 8L * count + 1);
  }

  /** The places of those rows that are here of some positions in the input, in their order. */
  public int[] placesOf(long[] wanted) {
    return find(wanted).places();
  }

  /** The rows of all parts, one after the other. */
  public static Sample concat(List<Sample> parts) {
    return new Sample(
        parts.get(0).role,
        Rows.concat(parts.stream().map(Sample::x).toList()),
        Matrix.concat(parts.stream().map(Sample::y).toList()),
        parts.stream().flatMapToInt(part -> IntStream.of(part.labels)).toArray(),
        parts.stream().flatMapToLong(part -> LongStream.of(part.positions)).toArray());
  }
}
