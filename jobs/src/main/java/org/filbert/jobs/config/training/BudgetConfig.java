package org.filbert.jobs.config.training;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import org.filbert.jobs.config.yaml.ByteSize;
import org.filbert.train.forecast.Budget;

/**
 * What a training may take at most where system or solver are {@code auto}.
 *
 * @param time Expected time of the training. Default: a number of planned operations that takes
 *     some 15 minutes on two cores
 * @param memory In place of {@code memory}: limit for all workers on one machine.
 */
record BudgetConfig(Optional<Duration> time, Optional<ByteSize> memory) {
  BudgetConfig {
    if (time.filter(Duration::isZero).isPresent()) {
      throw new IllegalArgumentException("time is 0s, must be above 0");
    }
    if (memory.filter(size -> size.bytes() == 0).isPresent()) {
      throw new IllegalArgumentException("memory is 0, must be above 0");
    }
  }

  Budget toBudget() {
    return time.map(limit -> new Budget(OptionalDouble.of(limit.toMillis() / 1e3)))
        .orElse(Budget.AUTO);
  }
}
