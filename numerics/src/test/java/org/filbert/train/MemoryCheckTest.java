package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.filbert.data.Placement;
import org.filbert.linalg.Backends;
import org.filbert.testing.Shards;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;

class MemoryCheckTest {
  private static final long GIB = 1L << 30;
  private static final Plan PLAN =
      new Plan(
          4,
          1000,
          List.of(new Plan.Item("rows", GIB), new Plan.Item("kernel cache", 2 * GIB)),
          List.of(),
          1e9,
          "fewer rows");

  @Test
  void aPlanThatFitsPasses() {
    assertThat(PLAN.bytesPerWorker()).isEqualTo(3 * GIB);
    try (LocalWorkers workers = workers(2)) {
      assertThatCode(() -> MemoryCheck.run(PLAN, 6 * GIB, workers)).doesNotThrowAnyException();
    }
  }

  @Test
  void whatTheWorkersOfAMachineNeedTogetherMustFit() {
    try (LocalWorkers workers = workers(2)) {
      assertThatThrownBy(() -> MemoryCheck.run(PLAN, 6 * GIB - 1, workers))
          .isInstanceOf(OutOfMemoryByPlanException.class)
          .hasMessageMatching(
              "the run needs 6\\.00 GiB for 2 workers on .+ \\(rows 1\\.00 GiB, kernel cache 2\\.00 GiB\\), "
                  + "allowed are 6\\.00 GiB; what helps: fewer rows");
    }
  }

  @Test
  void withoutALimitItIsFourFifthsOfTheMachine() {
    Plan huge =
        new Plan(1, 1, List.of(new Plan.Item("rows", 1L << 60)), List.of(), 1, "fewer rows");
    try (LocalWorkers workers = workers(1)) {
      assertThatThrownBy(() -> MemoryCheck.run(huge, 0, workers))
          .isInstanceOf(OutOfMemoryByPlanException.class);
    }
  }

  private static LocalWorkers workers(int count) {
    return Shards.local(List.of(), new Placement(1, count), Backends.choose("java", "plain"));
  }
}
