package org.filbert.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.model.CurvePoint;
import org.filbert.system.equations.Ridge;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Storage;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.MeteredWorkers;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Equal rows and next to no ridge: blocks that are singular get the least jitter that helps. */
class JitterTest {
  private static final Backend BACKEND = Backends.choose("java", "plain");

  static Stream<Named<RunOptions>> runs() {
    RunOptions options = RunOptions.of(new Gaussian(0.7), 20, 2).withRidge(new Ridge(1e-30, false));
    return Stream.of(
        Named.of("full kernel", options),
        Named.of("landmarks", options.withSystem(EverySystem.nystrom(40, 1e-6))),
        Named.of(
            "features", options.withSystem(EverySystem.fourier(40, RandomFourier.Form.COSINE))));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void aSingularBlockIsSolvedWithAWarning(RunOptions options) {
    try (LocalWorkers local = Shards.local(rows(), new Placement(7, 2), BACKEND)) {
      MeteredWorkers workers = new MeteredWorkers(local);
      Descent descent = Descent.run(options, Storage.AUTO, workers);
      assertThat(workers.warnings())
          .isNotEmpty()
          .allMatch(
              warning ->
                  warning.matches(
                      "worker [01]: block [0-2] of \\d+ unknowns is not positive definite in double"
                          + " precision with \\S+ on its diagonal; with \\S+ more it is"));
      List<CurvePoint> curve = descent.state().progress().curve();
      assertThat(curve).hasSize(2);
      assertThat(curve.get(1).trainError()).isEqualTo(0);
      assertThat(descent.coefficients()).doesNotContain(Double.NaN);
    }
  }

  /** Fifty rows at two places. */
  private static List<Instance> rows() {
    List<Instance> instances = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      boolean first = i % 3 > 0;
      instances.add(
          new Instance.Example(
              Role.TRAIN,
              i,
              new Features.Dense(new double[] {first ? 1 : 2}),
              new Target.ClassName(first ? "a" : "b")));
    }
    return instances;
  }
}
