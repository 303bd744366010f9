package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.cache.CacheBudget;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backends;
import org.filbert.selection.OpenChoices;
import org.filbert.solver.AutomaticSolver;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.solver.ConjugateGradientsOptions;
import org.filbert.system.AutomaticSystem;
import org.filbert.system.FullKernelOptions;
import org.filbert.system.NystromOptions;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Records;
import org.filbert.testing.Shards;
import org.filbert.train.forecast.Approach;
import org.filbert.train.forecast.Budget;
import org.filbert.train.forecast.MemoryLimits;
import org.filbert.train.forecast.OutOfMemoryByPlanException;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;

class ApproachTest {
  private static final List<Instance> ROWS = new Records(3, false, 0, 61).of(Role.TRAIN, 1200);

  private static TrainingBuilder automatic() {
    return TrainingSpec.of(new Gaussian(1))
        .system(new AutomaticSystem())
        .solver(new AutomaticSolver());
  }

  private static TrainingSpec settled(TrainingSpec spec) {
    try (LocalWorkers local =
        Shards.local(ROWS, new Placement(7, 2), Backends.choose("java", "plain"))) {
      TrainingState state = new Training(spec).start(local);
      return spec.settled(state.selection(), state.approach());
    }
  }

  @Test
  void fewRowsAreSolvedExactly() {
    TrainingSpec settled = settled(automatic().build());
    assertThat(settled.system()).isEqualTo(new FullKernelOptions());
    assertThat(settled.solver()).isEqualTo(BlockDescentOptions.of(1200, 1));
  }

  @Test
  void whatIsGivenStays() {
    TrainingSpec features = automatic().system(EverySystem.nystrom(100, 1e-6)).build();
    assertThat(settled(features).system()).isEqualTo(features.system());
    assertThat(settled(features).solver()).isEqualTo(BlockDescentOptions.of(62, 10));
    TrainingSpec blocks = automatic().solver(BlockDescentOptions.of(100, 2)).build();
    assertThat(settled(blocks).system()).isEqualTo(new FullKernelOptions());
    assertThat(settled(blocks).solver()).isEqualTo(blocks.solver());
  }

  @Test
  void aShortTimeTakesFewLandmarks() {
    TrainingSpec spec = automatic().budget(new Budget(OptionalDouble.of(1e-6))).build();
    assertThat(((NystromOptions) settled(spec).system()).landmarks()).isEqualTo(500);
    assertThatThrownBy(() -> new Budget(OptionalDouble.of(0)))
        .hasMessage("time is 0s, must be above 0");
  }

  @Test
  void whatDoesNotFitIntoTheMemoryIsPassedOver() {
    TrainingSpec spec = automatic().build();
    TrainingSpec small =
        spec.toBuilder().memory(new MemoryLimits(1, CacheBudget.ofMemory(0), 0)).build();
    assertThatThrownBy(() -> settled(small)).isInstanceOf(OutOfMemoryByPlanException.class);
  }

  private static List<Approach> sorted(int n, double worth) {
    OpenChoices open = OpenChoices.NOTHING.withApproach(true, true);
    return Approach.sorted(Approach.of(open, true, n, 1, each -> true), n, worth);
  }

  private static List<String> texts(int n, double worth) {
    return sorted(n, worth).stream()
        .map(each -> each.text(OpenChoices.NOTHING.withApproach(true, false)))
        .toList();
  }

  @Test
  void landmarksStandBeforeSamplesOfAsManyRowsAsTheyAreWorth() {
    assertThat(texts(2_000_000, 2.5))
        .startsWith("full-kernel", "full-kernel of 46,000 of the rows")
        .containsSubsequence(
            "full-kernel of 46,000 of the rows",
            "nystrom with 16,000 landmarks",
            "full-kernel of 32,000 of the rows",
            "nystrom with 11,000 landmarks");
    assertThat(texts(2_000_000, 100))
        .startsWith("full-kernel", "nystrom with 16,000 landmarks", "nystrom with 11,000 landmarks")
        .containsSubsequence("nystrom with 500 landmarks", "full-kernel of 46,000 of the rows");
  }

  @Test
  void samplesOfSomeTenThousandRowsAreSolvedExactly() {
    List<Approach> all = sorted(60_000, 1);
    assertThat(all.get(0).solver()).isInstanceOf(ConjugateGradientsOptions.class);
    assertThat(all.get(1).system()).isEqualTo(new FullKernelOptions(OptionalInt.of(46_000)));
    assertThat(all.get(1).solver()).isEqualTo(BlockDescentOptions.of(46_000, 1));
    assertThat(sorted(46_000, 1).get(0).solver()).isEqualTo(BlockDescentOptions.of(46_000, 1));
  }

  @Test
  void manyRowsAreSolvedByConjugateGradients() {
    TrainingSpec spec = automatic().build();
    assertThat(spec.with(new Approach(0, 0, 300, null, null)).solver())
        .isInstanceOf(ConjugateGradientsOptions.class);
  }
}
