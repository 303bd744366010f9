package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.filbert.cache.CacheBudget;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backends;
import org.filbert.shard.Prepared;
import org.filbert.shard.ShardState;
import org.filbert.solver.AutomaticSolver;
import org.filbert.system.AutomaticSystem;
import org.filbert.testing.Shards;
import org.filbert.train.forecast.Approach;
import org.filbert.train.forecast.MemoryLimits;
import org.filbert.workers.Key;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.junit.jupiter.api.Test;

class LandmarkWorthTest {
  private static double law(double limit, double c, double n) {
    return limit + 3 * Math.pow(n, -c);
  }

  private static double[] exact(double limit, double c) {
    return new double[] {law(limit, c, 1000), law(limit, c, 2000), law(limit, c, 4000)};
  }

  @Test
  void theWorthIsThatOfAPowerLaw() {
    for (double c : new double[] {0.3, 0.6, 1, 1.5}) {
      assertThat(LandmarkWorth.worth(exact(0.04, c), law(0.04, c, 7000)))
          .isCloseTo(7, within(1e-6));
      assertThat(LandmarkWorth.worth(exact(0.04, c), law(0.04, c, 1500)))
          .isCloseTo(1.5, within(1e-6));
    }
  }

  @Test
  void whatIsBetterThanAllRowsWouldBeIsWorthTheMost() {
    assertThat(LandmarkWorth.worth(exact(0.04, 0.6), 0.03)).isEqualTo(1000);
    assertThat(LandmarkWorth.worth(new double[] {1, 1, 1}, 0.9)).isEqualTo(1000);
  }

  @Test
  void whereMoreRowsSayNothingItIsTheUsualOne() {
    assertThat(LandmarkWorth.worth(new double[] {1, 1.1, 1}, 1.2)).isEqualTo(Approach.WORTH);
  }

  private record Count() implements Task<Integer> {
    @Override
    public Integer run(Worker worker) {
      return worker.get(ShardState.TRAIN).count();
    }
  }

  /** What a worker keeps that can be made again: the blocks and factors of a system. */
  private record Rebuilt() implements Task<Integer> {
    @Override
    public Integer run(Worker worker) {
      return worker.parts(Key.Tier.REBUILT).size();
    }
  }

  private static double measured(
      int d, ToDoubleFunction<double[]> target, double noise, MemoryLimits memory) {
    SplittableRandom random = new SplittableRandom(3);
    List<Instance> rows =
        IntStream.range(0, 16_000)
            .<Instance>mapToObj(
                i -> {
                  double[] x = random.doubles(d, -1, 1).toArray();
                  double y = target.applyAsDouble(x) + noise * random.nextDouble(-1, 1);
                  return new Instance.Example(
                      Role.TRAIN, i, new Features.Dense(x), new Target.Values(new double[] {y}));
                })
            .toList();
    TrainingSpec spec =
        TrainingSpec.of(new Gaussian(0.7))
            .system(new AutomaticSystem())
            .solver(new AutomaticSolver())
            .ridge(1e-3)
            .build();
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 2), Backends.best())) {
      Prepared prepared = new Preparation(spec).run(workers);
      double worth =
          new LandmarkWorth(spec.planner(Optional::empty, false).methods(), memory, 7)
              .of(prepared, null, workers);
      assertThat(workers.gather(new Count()).stream().mapToInt(n -> n).sum()).isEqualTo(16_000);
      assertThat(workers.gather(new Rebuilt())).containsOnly(0);
      return worth;
    }
  }

  @Test
  void withoutMemoryToMeasureItIsTheUsualOne() {
    MemoryLimits memory = new MemoryLimits(1 << 20, CacheBudget.REST, 2L << 30);
    assertThat(measured(2, x -> x[0] + x[1] * x[1], 1, memory)).isEqualTo(Approach.WORTH);
  }

  @Test
  void aSmoothTargetInNoiseIsWorthMoreThanARoughOne() {
    double smooth = measured(2, x -> x[0] + x[1] * x[1], 1, MemoryLimits.AUTO);
    double rough =
        measured(
            6, x -> Math.sin(5 * x[0] * x[1]) + Math.sin(5 * x[2] + x[3]), 0.05, MemoryLimits.AUTO);
    assertThat(rough).isBetween(0.5, 5.0);
    assertThat(smooth).isGreaterThan(2 * rough);
  }
}
