package org.filbert.online.progressive;

import java.util.Objects;
import java.util.stream.IntStream;
import org.filbert.online.baseline.Baseline;
import org.jspecify.annotations.Nullable;

/** A baseline and its errors. */
public record Opponent(Baseline baseline, Tally tally) {
  Opponent learn(double[][] x, @Nullable String[] classes, double window) {
    Baseline.Learned learned = baseline.learn(x, classes);
    double[] errors =
        IntStream.range(0, x.length)
            .filter(i -> classes[i] != null)
            .mapToDouble(i -> Objects.equals(learned.predicted()[i], classes[i]) ? 0 : 1)
            .toArray();
    return new Opponent(learned.next(), tally.add(errors, window));
  }

  Opponent mark() {
    return new Opponent(baseline, tally.mark());
  }
}
