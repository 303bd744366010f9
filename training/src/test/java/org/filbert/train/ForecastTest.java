package org.filbert.train;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.data.Percentage;
import org.filbert.cache.CacheBudget;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.system.NystromOptions;
import org.filbert.testing.Records;
import org.filbert.testing.Shards;
import org.filbert.train.forecast.MemoryLimits;
import org.filbert.train.forecast.OutOfMemoryByPlanException;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;

/** A plan from a sample is the plan of the training. */
class ForecastTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final int ROWS = 3000;
  private static final int TESTS = 300;
  private static final Records RECORDS = new Records(6, false, 3, 5);
  private static final Forecast.Site HERE =
      new Forecast.Site(2, 1, Forecast.Network.WITHIN_A_PROCESS);

  private static final TrainingSpec SPEC =
      TrainingSpec.of(new Gaussian(1)).solver(BlockDescentOptions.of(500, 3)).build();

  /** A sixth of the rows. */
  private static Forecast forecast(TrainingSpec spec) {
    List<Instance> sample = new ArrayList<>(RECORDS.of(Role.TRAIN, ROWS / 6));
    sample.addAll(RECORDS.of(Role.TEST, TESTS / 6));
    return new Forecast(spec, sample, 2, BACKEND);
  }

  private static Plan ofTraining(TrainingSpec spec) {
    List<Instance> rows = new ArrayList<>(RECORDS.of(Role.TRAIN, ROWS));
    rows.addAll(RECORDS.of(Role.TEST, TESTS));
    try (LocalWorkers workers = Shards.local(rows, new Placement(spec.seed(), 2), BACKEND)) {
      Prepared prepared = new Preparation(spec).run(workers);
      return new SystemRun<>(spec, prepared).plan(workers);
    }
  }

  @Test
  void memoryAndWorkAreThoseOfTheTraining() {
    TrainingSpec landmarks =
        SPEC.toBuilder()
            .system(
                new NystromOptions(
                    1000, Optional.empty(), OptionalDouble.empty(), Optional.empty()))
            .build();
    for (TrainingSpec spec : List.of(SPEC, landmarks)) {
      Plan real = ofTraining(spec);
      try (Forecast forecast = forecast(spec)) {
        Plan plan = forecast.of(spec, new Forecast.Size(ROWS, 0, TESTS), HERE).plan();
        Percentage shards = Percentage.withPercentage(8); // workers of a hash are not quite even
        assertThat(plan.blocks()).isEqualTo(real.blocks());
        assertThat(plan.work().flops()).isCloseTo(real.work().flops(), shards);
        assertThat(plan.driverBytes()).isCloseTo(real.driverBytes(), shards);
        for (int i = 0; i < real.memory().size(); i++) {
          assertThat(plan.memory().get(i).purpose()).isEqualTo(real.memory().get(i).purpose());
          assertThat(plan.memory().get(i).bytes()).isCloseTo(real.memory().get(i).bytes(), shards);
        }
        assertThat(plan.memory().get(real.memory().size()).purpose())
            .isEqualTo("process so far, with the rows");
      }
    }
  }

  /** A few rows: the process takes 300 MiB and the young half of the heap that it begins with. */
  @Test
  void aSmallProcessTakesTheYoungGenerationOfItsHeap() {
    try (Forecast forecast = forecast(SPEC)) {
      Plan plan =
          forecast
              .of(
                  SPEC,
                  new Forecast.Size(ROWS, 0, TESTS),
                  new Forecast.Site(1, 1, Forecast.Network.WITHIN_A_PROCESS))
              .plan();
      long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getInit();
      assertThat(plan.memory())
          .filteredOn(item -> item.purpose().equals("process so far, with the rows"))
          .singleElement()
          .extracting(Plan.Item::bytes, as(InstanceOfAssertFactories.LONG))
          .isBetween((300L << 20) + heap / 2, (301L << 20) + heap / 2);
    }
  }

  @Test
  void moreMachinesShareTheRows() {
    try (Forecast forecast = forecast(SPEC)) {
      Forecast.Size many = new Forecast.Size(1_000_000, 0, 0);
      Forecast.Network network = new Forecast.Network(1.25e9, 1e-3);
      Plan four = forecast.of(SPEC, many, new Forecast.Site(8, 4, network)).plan();
      Plan eight = forecast.of(SPEC, many, new Forecast.Site(16, 8, network)).plan();
      assertThat(four.work().flops())
          .isCloseTo(eight.work().flops(), Percentage.withPercentage(1)); // blocks are whole rows
      assertThat(four.work().entries()).isEqualTo(2 * eight.work().entries());
      assertThat(four.bytesWithoutCache()).isGreaterThan(eight.bytesWithoutCache());
    }
  }

  @Test
  void messagesTakeTheTimeOfTheNetwork() {
    try (Forecast forecast = forecast(SPEC)) {
      Forecast.Size size = new Forecast.Size(ROWS, 0, 0);
      Forecast.Outlook outlook =
          forecast.of(SPEC, size, new Forecast.Site(2, 2, new Forecast.Network(1e6, 0.5)));
      Plan.Steps steps = outlook.plan().work().steps();
      assertThat(steps.supersteps()).isEqualTo(18);
      assertThat(outlook.firstMessages())
          .isCloseTo(9 + steps.bytes() / 1e6, Percentage.withPercentage(1e-6));
      assertThat(outlook.laterMessages()).isLessThan(outlook.firstMessages());
      assertThat(outlook.seconds())
          .isCloseTo(
              outlook.firstEpoch() + 2 * outlook.laterEpoch(), Percentage.withPercentage(1e-6));
    }
  }

  @Test
  void refusesAsTheTrainingDoes() {
    TrainingSpec small =
        SPEC.toBuilder().memory(new MemoryLimits(1 << 20, CacheBudget.REST, 0)).build();
    try (Forecast forecast = forecast(small)) {
      assertThatThrownBy(() -> forecast.of(small, new Forecast.Size(ROWS, 0, 0), HERE))
          .isInstanceOf(OutOfMemoryByPlanException.class)
          .hasMessageContaining("process so far, with the rows");
    }
    assertThatThrownBy(() -> new Forecast.Size(0, 0, 0))
        .hasMessageContaining("the number of training rows is 0, must be 1 to");
    assertThatThrownBy(() -> new Forecast.Site(1, 2, Forecast.Network.WITHIN_A_PROCESS))
        .hasMessageContaining("1 workers on 2 machines");
    assertThatThrownBy(() -> new Forecast.Network(0, 0))
        .hasMessageContaining("the network has 0.0 bytes a second");
  }
}
