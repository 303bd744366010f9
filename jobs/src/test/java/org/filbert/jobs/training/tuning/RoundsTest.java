package org.filbert.jobs.training.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.training.TuningConfig;
import org.junit.jupiter.api.Test;

class RoundsTest {
  private static Rounds rounds(String settings, int trials) {
    return Rounds.of(
        new ConfigLoader()
            .parse(
                "over: {kernel.sigma: [1, 2]}\nsearch: halving\n" + settings, TuningConfig.class),
        trials);
  }

  @Test
  void everyRoundHasTheFactorTimesTheBudget() {
    Rounds rounds = rounds("least: 0.01\n", 27);
    assertThat(rounds.budgets()).hasSize(4);
    for (int i = 0; i < 4; i++) {
      assertThat(rounds.budgets().get(i)).isCloseTo(Math.pow(3, i - 3), within(1e-15));
    }
    assertThat(rounds.survivors(27)).isEqualTo(9);
    assertThat(rounds.survivors(10)).isEqualTo(4);
    assertThat(rounds.work(27)).isCloseTo(4, within(1e-12)); // as much in each round
  }

  @Test
  void theLeastBudgetLimitsTheRounds() {
    assertThat(rounds("least: 0.3\n", 27).budgets()).hasSize(2);
    assertThat(rounds("least: 1\n", 27).budgets()).containsExactly(1.0);
    assertThat(rounds("factor: 2\n", 3).budgets()).containsExactly(0.5, 1.0);
  }

  @Test
  void theBestGoOnInTheirOrder() {
    Rounds rounds = rounds("factor: 2\n", 6);
    double failed = Double.POSITIVE_INFINITY;
    assertThat(rounds.survivors(List.of(0.3, 0.1, 0.4, 0.1, 0.2, 0.5))).containsExactly(1, 3, 4);
    // of equals the last ones, and none that failed
    assertThat(rounds.survivors(List.of(0.1, 0.1, 0.1, 0.1))).containsExactly(2, 3);
    assertThat(rounds.survivors(List.of(failed, failed, 0.1, failed))).containsExactly(2);
  }
}
