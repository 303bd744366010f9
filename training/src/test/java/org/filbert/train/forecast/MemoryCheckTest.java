package org.filbert.train.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.filbert.cache.CacheBudget;
import org.filbert.data.Placement;
import org.filbert.linalg.Backends;
import org.filbert.plan.Plan;
import org.filbert.testing.Shards;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;

/** Limits far above what this process takes now, which is measured. */
class MemoryCheckTest {
  private static final long GIB = 1L << 30;
  private static final long TIB = 1L << 40;
  private static final long SLACK = 1L << 38;

  /** 1 TiB of rows, 1 TiB of the driver's; 4 blocks of 1 TiB, for 2 of which a budget has room. */
  private static final Plan PLAN =
      new Plan(
          4,
          1000,
          List.of(new Plan.Item("factors", TIB)),
          List.of(new Plan.Item("model", TIB)),
          new Plan.Cache(CacheBudget.ofMemory(2 * TIB), 4, TIB, 0),
          new Plan.Work(1, 0, 1, Plan.Steps.NONE, Plan.Passes.over(1)),
          "fewer rows");

  @Test
  void aPlanThatFitsPassesWithWhatTheProcessTakes() {
    try (LocalWorkers workers = workers(2)) {
      Plan fitting = MemoryCheck.fit(PLAN, limits(7 * TIB + SLACK, PLAN.cache().budget()), workers);
      assertThat(PLAN.bytesPerWorker()).isEqualTo(3 * TIB);
      assertThat(fitting.cache()).isEqualTo(PLAN.cache());
      assertThat(fitting.memory())
          .extracting(Plan.Item::purpose)
          .containsExactly("factors", "process so far, with the rows");
      assertThat(fitting.memory().get(1).bytes()).isBetween(1L << 20, SLACK / 2);
    }
  }

  @Test
  void whatTheWorkersOfAMachineNeedTogetherMustFit() {
    try (LocalWorkers workers = workers(2)) {
      assertThatThrownBy(
              () -> MemoryCheck.fit(PLAN, limits(7 * TIB, PLAN.cache().budget()), workers))
          .isInstanceOf(OutOfMemoryByPlanException.class)
          .hasMessageMatching(
              "the run needs 71\\d\\d\\.\\d\\d GiB for 2 workers on .+ \\(factors 1024\\.00 GiB, "
                  + "process so far, with the rows \\d+\\.\\d\\d GiB, cache 2048\\.00 GiB, "
                  + "model 1024\\.00 GiB\\), allowed are 7168\\.00 GiB; what helps: fewer rows");
    }
  }

  @Test
  void theCacheGetsWhatIsLeft() {
    try (LocalWorkers workers = workers(2)) {
      Plan fitting = MemoryCheck.fit(PLAN, limits(5 * TIB + SLACK, CacheBudget.REST), workers);
      assertThat(fitting.cache().memory()).isBetween(TIB, TIB + SLACK / 2);
      Plan ample = MemoryCheck.fit(PLAN, limits(100 * TIB, CacheBudget.REST), workers);
      assertThat(ample.cache().memory()).isEqualTo(2 * TIB);
      Plan none = MemoryCheck.fit(PLAN, limits(3 * TIB + SLACK, CacheBudget.REST), workers);
      assertThat(none.cache().memory()).isLessThan(SLACK / 2);
      assertThatThrownBy(
              () -> MemoryCheck.fit(PLAN, limits(3 * TIB - 1, CacheBudget.REST), workers))
          .isInstanceOf(OutOfMemoryByPlanException.class);
    }
  }

  @Test
  void withoutALimitItIsAPartOfTheMachine() {
    try (LocalWorkers workers = workers(1)) {
      assertThatThrownBy(() -> MemoryCheck.fit(PLAN, limits(0, PLAN.cache().budget()), workers))
          .isInstanceOf(OutOfMemoryByPlanException.class);
    }
  }

  private static MemoryLimits limits(long machine, CacheBudget cache) {
    return new MemoryLimits(machine, cache, 0);
  }

  private static LocalWorkers workers(int count) {
    return Shards.local(List.of(), new Placement(1, count), Backends.choose("java", "plain"));
  }

  @Test
  void leavesOthersWhatTheyHave() {
    MemoryCheck.Host first = new MemoryCheck.Host("a", "1@a", 100 * GIB, 60 * GIB, 10 * GIB);
    MemoryCheck.Host second = new MemoryCheck.Host("a", "1@a", 100 * GIB, 60 * GIB, 10 * GIB);
    assertThat(MemoryCheck.left(List.of(first, second), 0)).isEqualTo(70 * GIB / 10 * 9);
    assertThat(MemoryCheck.left(List.of(first, second), GIB)).isEqualTo(GIB);
  }

  @Test
  void inAContainerTheMachinesMemoryDoesNotCount() {
    MemoryCheck.Host host = new MemoryCheck.Host("a", "1@a", 8 * GIB, 60 * GIB, GIB);
    assertThat(MemoryCheck.left(List.of(host), 0)).isEqualTo(8 * GIB / 10 * 9);
  }
}
