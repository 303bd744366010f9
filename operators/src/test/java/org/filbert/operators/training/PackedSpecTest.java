package org.filbert.operators.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.apache.flink.util.InstantiationUtil;
import org.filbert.cache.CacheBudget;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Matern;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.system.NystromOptions;
import org.filbert.system.equations.Ridge;
import org.filbert.train.TrainingSpec;
import org.filbert.train.columns.Scaling;
import org.filbert.train.rows.ClassWeights;
import org.junit.jupiter.api.Test;

class PackedSpecTest {
  @Test
  void theSpecArrivesAsItWas() throws Exception {
    assertArrives(TrainingSpec.of(new Gaussian(3)).build());
    assertArrives(
        TrainingSpec.of(new Matern(1.5, 2))
            .sigmas(List.of(1.0, 2.0))
            .system(
                new NystromOptions(
                    100,
                    Optional.of(NystromOptions.Sampling.UNIFORM),
                    OptionalDouble.of(1e-3),
                    Optional.empty()))
            .solver(
                new BlockDescentOptions(
                    50,
                    3,
                    OptionalDouble.of(1e-3),
                    OptionalInt.of(2),
                    OptionalInt.empty(),
                    Optional.of(BlockDescentOptions.BlockSolver.CHOLESKY),
                    OptionalInt.empty()))
            .ridge(new Ridge(List.of(0.1, 1.0), true))
            .classWeights(new ClassWeights.Given(Map.of("a", 2.0)))
            .scaling(new Scaling.Divide(15))
            .validationFraction(OptionalDouble.of(0.2))
            .cache(new CacheBudget(1 << 20, 1 << 20, "scratch"), 1 << 20)
            .seed(9)
            .build());
  }

  private static void assertArrives(TrainingSpec spec) throws Exception {
    byte[] bytes = InstantiationUtil.serializeObject(new PackedSpec(spec));
    PackedSpec arrived =
        InstantiationUtil.deserializeObject(bytes, PackedSpecTest.class.getClassLoader());
    assertThat(arrived.get()).isEqualTo(spec);
  }
}
