package org.filbert.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.filbert.data.Outputs;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Precision;
import org.filbert.model.Preprocessing;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.Preconditioner;
import org.filbert.solver.SystemSolverOptions;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Ridge;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Gradients;
import org.filbert.testing.RunOptions;
import org.junit.jupiter.api.Test;

/** n = 1,000 rows of d = 16 floats in k = 3 classes on 2 workers, 99 test rows, by hand. */
class SystemPlanTest {
  private static final long N = 1000;
  private static final long D = 16;
  private static final long K = 3;
  private static final long B = 100;
  private static final long HELD_OUT = 99 / 2 + 1;
  private static final double PRODUCTS = N * N * (2.0 * D + 2 * K);
  private static final long ALL = 1L << 30;

  private static RunOptions fullKernel(long blockSize) {
    return RunOptions.of(new Gaussian(1), (int) blockSize, 1);
  }

  private static RunOptions features(long p, long blockSize) {
    return fullKernel(blockSize)
        .withSystem(EverySystem.fourier((int) p, RandomFourier.Form.COSINE));
  }

  private static RunOptions landmarks(long p, long blockSize) {
    return fullKernel(blockSize).withSystem(EverySystem.nystrom((int) p, 1e-3));
  }

  @Test
  void fullKernelWithRoomForEverything() {
    Plan plan = plan(fullKernel(B).withBudgets(ALL, ALL));
    assertThat(plan.blocks()).isEqualTo(10);
    assertThat(plan.blockRows()).isEqualTo(100);
    assertThat(plan.work().flops()).isEqualTo(PRODUCTS);
    assertThat(plan.work().factorFlops()).isEqualTo(factors());
    assertThat(plan.work().entries()).isEqualTo(N * N / 2.0);
    double triangles = 10 * B * B / 2.0 / 2;
    assertThat(plan.work().passes())
        .isEqualTo(
            new Plan.Passes(
                N * N / 2.0 + triangles, triangles, 0, 0, 0, 0, 10 * (B * B * B / 3.0) * 2));
    assertThat(bytes(plan))
        .containsEntry("coefficients, fitted values", (2 * 500 + HELD_OUT) * K * 8)
        .containsEntry("factors", 5 * B * B * 8);
    assertThat(plan.cache().wanted()).isEqualTo((500 + HELD_OUT) * N * 4);
    assertThat(plan.cache().memory()).isEqualTo(plan.cache().wanted());
  }

  private static double factors() {
    return 10 * (B * B * B / 3.0 + 2.0 * B * B * D);
  }

  @Test
  void withNoRoomForCachesOneFactorIsInUseAndAllAreComputedAgain() {
    Plan plan = plan(fullKernel(B).withBudgets(0, 0));
    assertThat(bytes(plan)).containsEntry("factors", B * B * 8);
    assertThat(plan.cache().memory()).isZero();
    assertThat(plan.work().flops()).isEqualTo(PRODUCTS + factors());
  }

  @Test
  void oneBlockOfEverythingHasAFactorInSinglePrecision() {
    assertThat(bytes(plan(fullKernel(N)))).containsEntry("factors", N * N * 4);
    assertThat(bytes(plan(fullKernel(N).withPrecision(Precision.DOUBLE))))
        .containsEntry("factors", N * N * 8);
  }

  @Test
  void everyRidgeHasItsFactorsAndVectors() {
    RunOptions path =
        fullKernel(B).withBudgets(ALL, ALL).withRidge(new Ridge(List.of(0.1, 1.0), false));
    assertThat(bytes(plan(path)))
        .containsEntry("coefficients, fitted values", (2 * 500 + HELD_OUT) * 2 * K * 8)
        .containsEntry("factors", 2 * 5 * B * B * 8);
  }

  @Test
  void sketchesTakeThePlaceOfFactors() {
    Plan plan = plan(fullKernel(B).withSketchedBlocks(20).withBudgets(ALL, ALL));
    assertThat(bytes(plan))
        .doesNotContainKey("factors")
        .containsEntry("sketches of blocks", 5 * (B + 20) * 20 * 8)
        .containsEntry("block in flight", 3 * B * (D * 4 + K * 8) + 3 * B * 20 * 8);
    assertThat(plan(fullKernel(B).withSketchedBlocks(20).withBudgets(0, 0)).memory())
        .contains(new Plan.Item("sketches of blocks", (B + 20) * 20 * 8));
    Plan features = plan(features(400, B).withSketchedBlocks(20).withBudgets(ALL, ALL));
    assertThat(bytes(features))
        .containsEntry("sketches of blocks", 2 * (B + 20) * 20 * 8)
        .containsEntry("block in flight", 3 * B * 20 * 8 + 2048 * B * 4);
    assertThat(features.work().factorFlops()).isCloseTo(4.0 * N * 400 * 20, within(1.0));
  }

  @Test
  void binsSayWhyRowsStayAtTheirWorkers() {
    RunOptions bins =
        RunOptions.of(new Laplacian(1), (int) B, 1).withSystem(EverySystem.binning(4));
    RunOptions whole = bins.withSolver(Gradients.few(Preconditioner.NONE, 0));
    Blocks blocks = Blocks.ofSizes(new int[] {50, 50, 50, 50}, 2);
    assertThat(bins.system().plan(bins.settings(), prepared(), blocks).remarks())
        .containsExactly(
            "rows stay at their workers: the step of a grid sends 0.00280 MB; if workers owned"
                + " grids, it would send 0.0240 MB, after 0.0160 MB of bins to each worker once;"
                + " sums take about 0.24 of the time of products (workers that own grids are faster"
                + " from 0.4 on)");
    assertThat(whole.system().plan(whole.settings(), prepared(), blocks).remarks())
        .singleElement()
        .asString()
        .startsWith(
            "rows stay at their workers: an iteration sends 0.00960 MB; if workers owned grids, it"
                + " would send 0.0480 MB");
  }

  @Test
  void features() {
    long p = 400;
    Plan plan = plan(features(p, B).withBudgets(ALL, ALL));
    assertThat(plan.blocks()).isEqualTo(4);
    assertThat(bytes(plan))
        .containsEntry("frequencies", p * D * 4)
        .containsEntry("coefficients, fitted values", (p / 2 + 500 + HELD_OUT) * K * 8)
        .containsEntry("factors", 2 * B * B * 8)
        .containsEntry("block in flight", 2 * B * B * 4 + 2048 * B * 4);
    assertThat(plan.cache().wanted()).isEqualTo((500 + HELD_OUT) * p * 4);
    assertThat(plan.work().flops()).isCloseTo(4.0 * N * p * (D + K), within(1.0));
    assertThat(plan.work().factorFlops())
        .isCloseTo((double) N * B * p + B * B * p / 3.0, within(1.0));
    assertThat(plan.work().entries()).isEqualTo(2 * N * p / 2.0);
    assertThat(plan.work().passes())
        .isEqualTo(
            new Plan.Passes(
                N * p / 2.0, N * p / 2.0, 0, 0, 0, (double) N * B * p, 2 * (B * B * p / 3.0)));
  }

  /** The k-th block is multiplied by k directions and itself; of each it takes a part away. */
  @Test
  void conjugateDirectionsMultiplyAndAddVectors() {
    RunOptions run = features(400, B).withBudgets(ALL, ALL);
    BlockDescentOptions two =
        new BlockDescentOptions(
            (int) B,
            3,
            OptionalDouble.empty(),
            OptionalInt.empty(),
            OptionalInt.of(2),
            Optional.empty(),
            OptionalInt.empty());
    Plan plan = plan(run);
    Plan whole = two.plan(plan, run.system(), run.settings(), prepared());
    double vector = (400 / 2 + 500) * K;
    assertThat(whole.work().passes().elements()).isEqualTo(vector * (2 + 4 + 6 + 6));
    assertThat(whole.work().passes().laterElements()).isEqualTo(vector * 4 * 6);
    assertThat(whole.work().steps().supersteps())
        .isEqualTo(plan.work().steps().supersteps() + 4 * 3);
    Plan none =
        BlockDescentOptions.of((int) B, 3)
            .plan(
                plan(fullKernel(B)), fullKernel(B).system(), fullKernel(B).settings(), prepared());
    assertThat(none.work().passes().elements()).isZero();
  }

  @Test
  void aPreconditionerIsReadInEveryIteration() {
    RunOptions run =
        fullKernel(B).withBudgets(ALL, ALL).withSolver(Gradients.few(Preconditioner.LANDMARKS, 50));
    Plan plan = plan(run);
    Plan whole =
        ((SystemSolverOptions) run.spec().solver())
            .plan(plan, run.system(), run.settings(), prepared());
    assertThat(whole.work().steps().solves()).isEqualTo(50 * 50);
    assertThat(whole.work().passes().kept()).isEqualTo(500 * 50 + plan.work().entries() / 10);
  }

  @Test
  void landmarksAreOnEveryWorkerAndTheirColumnsInDouble() {
    long p = 400;
    Plan plan = plan(landmarks(p, B).withBudgets(ALL, ALL));
    assertThat(bytes(plan))
        .containsEntry("landmarks", 2 * p * D * 4)
        .containsEntry("block in flight", 2 * B * B * 8 + 2048 * B * 8);
    assertThat(plan.cache().wanted()).isEqualTo((500 + HELD_OUT) * p * 8);
  }

  @Test
  void theDriverHoldsABlockAndTheModel() {
    assertThat(
            plan(fullKernel(B)).driver().stream()
                .collect(Collectors.toMap(Plan.Item::purpose, Plan.Item::bytes)))
        .containsEntry("a block on its way", 3 * B * (D * 4 + K * 8))
        .containsEntry("the model on its way", 3 * N * (D * 4 + K * 8));
  }

  @Test
  void adviceFollowsWhatIsLarge() {
    assertThat(plan(fullKernel(100).withBudgets(ALL, 0)).advice())
        .isEqualTo("a smaller cache.memory or factors.memory, or fewer rows");
    assertThat(plan(fullKernel(1000).withBudgets(0, 0)).advice())
        .isEqualTo("a smaller solver.blockSize than 1000, or fewer rows");
  }

  private static Map<String, Long> bytes(Plan plan) {
    return plan.memory().stream().collect(Collectors.toMap(Plan.Item::purpose, Plan.Item::bytes));
  }

  private static Plan plan(RunOptions options) {
    Blocks blocks = options.system().blocks(options.settings(), prepared());
    return options.system().plan(options.settings(), prepared(), blocks);
  }

  private static Prepared prepared() {
    return new Prepared(
        List.of(500, 500),
        0,
        99,
        99,
        50,
        new Preprocessing(16, false, Precision.SINGLE, new double[0], new double[0]),
        new Outputs.Classes(List.of("a", "b", "c")),
        new Gaussian(1),
        "",
        List.of(),
        16,
        null,
        null);
  }
}
