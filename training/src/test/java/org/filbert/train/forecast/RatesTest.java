package org.filbert.train.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.data.Offset;
import org.filbert.cache.CacheBudget;
import org.filbert.plan.Plan;
import org.junit.jupiter.api.Test;

/** Seconds of epochs, by hand; two workers. */
class RatesTest {
  private static final double WARM_UP = 0.2;
  private static final Offset<Double> ROUNDING = within(1e-9);

  /** 50 Gflop/s, 8 ns for an entry, 1 ns for one in the cache, 2 ns for an element. */
  private static final Rates RATES = new Rates(50, 8e-9, 1e-9, 0, 2e-9);

  private static final double ENTRIES = 2e9;

  /** 10 blocks of 1 GB. */
  private static Plan plan(long cache, Plan.Steps steps, Plan.Passes passes) {
    return new Plan(
        10,
        1000,
        List.of(),
        List.of(),
        new Plan.Cache(CacheBudget.ofMemory(cache), 10, 1_000_000_000, 0),
        new Plan.Work(1e12, 0, ENTRIES, steps, passes),
        "");
  }

  private static Plan.Steps factorsAnew() {
    return new Plan.Steps(0, 1, 0, 0, 0, 0, 0);
  }

  @Test
  void whatTheCacheKeepsIsComputedOnce() {
    Plan.Passes twice = new Plan.Passes(1e9, 1e9, 0, 0, 0, 0, 0);
    Speed kept = RATES.speed(plan(10_000_000_000L, Plan.Steps.NONE, twice), 2);
    assertThat(kept.secondsPerEpoch()).isCloseTo(8 + 2 * 1 + WARM_UP, ROUNDING);
    assertThat(kept.secondsPerLaterEpoch()).isCloseTo(2, ROUNDING);
    Speed without = RATES.speed(plan(0, Plan.Steps.NONE, twice), 2);
    assertThat(without.secondsPerEpoch()).isCloseTo(3 * 8 + WARM_UP, ROUNDING);
    assertThat(without.secondsPerLaterEpoch()).isCloseTo(16, ROUNDING);
    Speed half = RATES.speed(plan(5_000_000_000L, Plan.Steps.NONE, twice), 2);
    assertThat(half.secondsPerEpoch()).isCloseTo(2 * 8 + 1 + WARM_UP, ROUNDING);
    assertThat(half.secondsPerLaterEpoch()).isCloseTo(8 + 1, ROUNDING);
  }

  @Test
  void gramMatricesRunAtTheRateOfProductsAndFactorisationsBelow() {
    Plan.Passes factors = new Plan.Passes(ENTRIES, 0, 0, 0, 0, 85e9, 70e9);
    double entries = 16;
    Speed once = RATES.speed(plan(0, Plan.Steps.NONE, factors), 2);
    assertThat(once.secondsPerEpoch()).isCloseTo(entries + 1 + 1 + WARM_UP, ROUNDING);
    assertThat(once.secondsPerLaterEpoch()).isCloseTo(entries, ROUNDING);
    Speed anew = RATES.speed(plan(0, factorsAnew(), factors), 2);
    assertThat(anew.secondsPerLaterEpoch()).isCloseTo(entries + 2, ROUNDING);
  }

  @Test
  void vectorsAndAPreconditionerTakeTimeInEveryEpoch() {
    Plan.Passes passes = new Plan.Passes(ENTRIES, 0, 5e8, 1e9, 3e9, 0, 0);
    Speed speed = RATES.speed(plan(0, Plan.Steps.NONE, passes), 2);
    assertThat(speed.secondsPerEpoch()).isCloseTo(16 + 0.5 + 2 + WARM_UP, ROUNDING);
    assertThat(speed.secondsPerLaterEpoch()).isCloseTo(16 + 0.5 + 6, ROUNDING);
  }
}
