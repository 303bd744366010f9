package org.filbert.online.progressive;

import java.util.List;
import java.util.stream.IntStream;
import org.filbert.data.FormerName;
import org.filbert.data.Target;
import org.filbert.online.baseline.Baseline;
import org.jspecify.annotations.Nullable;

/** A baseline and its errors. */
public record Opponent(Baseline baseline, @FormerName("tally") ProgressiveError error) {
  Opponent learn(double[][] x, List<@Nullable Target> targets, double window) {
    Baseline.Learned learned = baseline.learn(x, targets);
    double[] errors =
        IntStream.range(0, x.length)
            .filter(i -> targets.get(i) != null)
            .mapToDouble(i -> Errors.of(learned.predicted().get(i), targets.get(i)))
            .toArray();
    return new Opponent(learned.next(), error.add(errors, window));
  }

  Opponent mark() {
    return new Opponent(baseline, error.mark());
  }
}
