package org.filbert.jobs.training.plan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.filbert.connectors.read.Input;
import org.filbert.connectors.read.LocalReader;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.train.Forecast;

/**
 * Rows of a training that its plan looks at, and the number of all.
 *
 * @param size of the run
 */
record PlanSample(List<Instance> rows, Forecast.Size size) {
  /** Rows of each kind that are kept; those of a larger input are drawn. */
  private static final int TRAIN = 20_000;

  private static final int HELD_OUT = 1000;

  /**
   * Reads all inputs, one record at a time.
   *
   * @param asked number of training rows to plan for; with it only the first {@value #TRAIN}
   *     training rows are read
   * @param validationFraction of the training rows that become validation rows
   */
  static PlanSample read(
      List<Input> inputs, OptionalLong asked, OptionalDouble validationFraction, long seed)
      throws IOException {
    List<Instance> rows = new ArrayList<>();
    long[] counts = new long[Role.values().length];
    for (Input input : inputs) {
      Role role = input.dataSet().role();
      boolean train = role == Role.TRAIN;
      Drawn drawn = new Drawn(train ? TRAIN : HELD_OUT, seed);
      try (LocalReader reader = new LocalReader(input)) {
        drawn.read(reader, train && asked.isPresent());
      }
      rows.addAll(drawn.kept);
      counts[role.code()] += drawn.examples;
    }
    long train = asked.orElse(counts[Role.TRAIN.code()]);
    long aside = Math.round(train * validationFraction.orElse(0));
    return new PlanSample(
        rows,
        new Forecast.Size(
            train - aside, counts[Role.VALIDATION.code()] + aside, counts[Role.TEST.code()]));
  }

  /** Examples of one input, each kept with the same chance. */
  private static final class Drawn {
    private final int most;
    private final SplittableRandom random;
    private final List<Instance> kept = new ArrayList<>();
    private long examples;

    Drawn(int most, long seed) {
      this.most = most;
      this.random = new SplittableRandom(seed);
    }

    void read(LocalReader reader, boolean firstOnly) throws IOException {
      for (Instance row = reader.next();
          row != null && !(firstOnly && examples == most);
          row = reader.next()) {
        if (row instanceof Instance.Example) {
          examples++;
          take(row);
        }
      }
    }

    private void take(Instance row) {
      if (kept.size() < most) {
        kept.add(row);
        return;
      }
      long place = random.nextLong(examples);
      if (place < most) {
        kept.set((int) place, row);
      }
    }
  }
}
