package org.filbert.features;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.filbert.kernel.SpectralKernel;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;

/**
 * The frequencies and phases of a map, by groups; generated from the seed, and kept within a
 * budget. The first groups stay: a solver visits all blocks in each epoch, so no group is more
 * likely to be needed than another.
 */
final class Frequencies implements AutoCloseable {
  /**
   * @param omega one row of d for each frequency
   * @param beta one phase for each frequency
   */
  record Group(Matrix omega, double[] beta) {}

  private final RandomFourier map;
  private final int count;
  private final SpectralKernel kernel;
  private final Precision precision;
  private final long budget;
  private final Map<Integer, Group> kept = new HashMap<>();
  private long used;
  private final List<Group> spare = new ArrayList<>();

  /**
   * @param count number of all frequencies; the map itself may have fewer
   */
  Frequencies(RandomFourier map, int count, Precision precision, long budget) {
    this.map = map;
    this.count = count;
    this.kernel = (SpectralKernel) map.kernel(); // as the map has checked
    this.precision = precision;
    this.budget = budget;
  }

  /** Frequencies in a full group. */
  int groupSize() {
    return FeatureMap.GROUP / map.columnsPerFrequency();
  }

  /** Groups {@code from} to {@code to}, valid until the next call. */
  List<Group> groups(int from, int to) {
    releaseSpare();
    List<Group> groups = new ArrayList<>();
    for (int index = from; index < to; index++) {
      Group group = kept.get(index);
      if (group == null) {
        group = generate(index);
        keep(index, group);
      }
      groups.add(group);
    }
    return groups;
  }

  /** Drops groups {@code from} to {@code to}, which are generated again when they are needed. */
  void forget(int from, int to) {
    for (int index = from; index < to; index++) {
      Group group = kept.remove(index);
      if (group != null) {
        used -= group.omega.bytes();
        group.omega.close();
      }
    }
  }

  private void keep(int index, Group group) {
    if (used + group.omega.bytes() <= budget) {
      kept.put(index, group);
      used += group.omega.bytes();
    } else {
      spare.add(group);
    }
  }

  private Group generate(int index) {
    int from = index * groupSize();
    int to = Math.min(from + groupSize(), count);
    Matrix omega = Matrix.zeros(precision, to - from, map.inputs());
    double[] beta = new double[to - from];
    double[] values = new double[map.inputsEach()];
    for (int i = from; i < to; i++) {
      kernel.frequency(Draws.stream(map.seed(), Purpose.FREQUENCY, i), values);
      omega.write(i - from, i - from + 1, map.order() == null ? values : scattered(i, values));
      if (map.form() == RandomFourier.Form.COSINE) {
        UniformRandomProvider random = Draws.stream(map.seed(), Purpose.PHASE, i);
        beta[i - from] = 2 * Math.PI * random.nextDouble();
      }
    }
    return new Group(omega, beta);
  }

  /** A frequency that is 0 but for as many inputs, drawn at random, as there are values. */
  private double[] scattered(int i, double[] values) {
    UniformRandomProvider random = Draws.stream(map.seed(), Purpose.FREQUENCY_INPUTS, i);
    int[] inputs = Draws.choice(random, map.inputs(), values.length);
    double[] omega = new double[map.inputs()];
    for (int t = 0; t < values.length; t++) {
      omega[inputs[t]] = values[t];
    }
    return omega;
  }

  private void releaseSpare() {
    spare.forEach(group -> group.omega.close());
    spare.clear();
  }

  @Override
  public void close() {
    releaseSpare();
    kept.values().forEach(group -> group.omega.close());
    kept.clear();
  }
}
