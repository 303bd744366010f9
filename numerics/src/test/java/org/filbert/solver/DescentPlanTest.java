package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.filbert.cost.Plan;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Precision;
import org.filbert.model.Outputs;
import org.filbert.model.Preprocessing;
import org.filbert.shard.Prepared;
import org.filbert.testing.Trainings;
import org.junit.jupiter.api.Test;

/** n = 1,000 rows of d = 16 floats in k = 3 classes on 2 workers, 99 test rows, by hand. */
class DescentPlanTest {
  private static final long N = 1000;
  private static final long B = 100;
  private static final long HELD_OUT = 99 / 2 + 1;
  private static final double PRODUCTS = N * N * (2.0 * 16 + 2 * 3);

  @Test
  void withRoomForEverything() {
    Plan plan = plan((int) B, 1L << 30, 1L << 30);
    assertThat(plan.blocks()).isEqualTo(10);
    assertThat(plan.blockRows()).isEqualTo(100);
    assertThat(plan.flopsPerEpoch()).isEqualTo(PRODUCTS);
    Map<String, Long> bytes = bytes(plan);
    assertThat(bytes)
        .containsEntry("rows", (500 + HELD_OUT) * 16 * 4)
        .containsEntry("targets, coefficients, fitted values", (3 * 500 + 2 * HELD_OUT) * 3 * 8)
        .containsEntry("factors", 5 * B * B * 8)
        .containsEntry("kernel cache", (500 + HELD_OUT) * N * 4);
  }

  @Test
  void withNoRoomForCachesOneFactorIsInUseAndAllAreComputedAgain() {
    Plan plan = plan((int) B, 0, 0);
    assertThat(bytes(plan)).containsEntry("factors", B * B * 8).containsEntry("kernel cache", 0L);
    assertThat(plan.flopsPerEpoch())
        .isEqualTo(PRODUCTS + 10 * (B * B * B / 3.0 + 2.0 * B * B * 16));
  }

  @Test
  void adviceFollowsWhatIsLarge() {
    assertThat(plan(100, 1L << 30, 0).advice())
        .isEqualTo("a smaller cache.memory or factors.memory, or fewer rows");
    assertThat(plan(1000, 0, 0).advice())
        .isEqualTo("a smaller solver.blockSize than 1000, or fewer rows");
  }

  private static Map<String, Long> bytes(Plan plan) {
    return plan.memory().stream().collect(Collectors.toMap(Plan.Item::purpose, Plan.Item::bytes));
  }

  private static Plan plan(int blockSize, long cacheBytes, long factorBytes) {
    Prepared prepared =
        new Prepared(
            List.of(500, 500),
            0,
            99,
            new Preprocessing(16, false, Precision.SINGLE, new double[0], new double[0]),
            new Outputs.Classes(List.of("a", "b", "c")),
            new Gaussian(1),
            "",
            List.of(),
            16,
            null);
    return DescentPlan.of(
        Trainings.withBudgets(
            Trainings.options(new Gaussian(1), blockSize, 1), cacheBytes, factorBytes),
        prepared);
  }
}
