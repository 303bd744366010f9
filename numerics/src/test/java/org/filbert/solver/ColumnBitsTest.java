package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.filbert.cache.CacheBudget;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;
import org.filbert.model.RandomFeatures;
import org.filbert.shard.Prepared;
import org.filbert.solver.ColumnDescent.Columns;
import org.filbert.testing.Descent;
import org.filbert.testing.ForgetfulWorkers;
import org.filbert.testing.Records;
import org.filbert.testing.Shards;
import org.filbert.train.Storage;
import org.filbert.workers.Workers;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What must not change a single bit of a descent over columns. */
class ColumnBitsTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final CacheBudget AMPLE = CacheBudget.ofMemory(1L << 26);

  static Stream<Columns> columns() {
    return Stream.of(
        new Columns.Fourier(60, RandomFourier.Form.COSINE),
        new Columns.Hashed(60),
        new Columns.Nystrom(60, ColumnDescent.Sampling.UNIFORM, 1e-6));
  }

  @ParameterizedTest
  @MethodSource("columns")
  void theOrderOfArrival(Columns columns) {
    List<Instance> shuffled = instances();
    Collections.shuffle(shuffled, new Random(1));
    assertThat(local(columns, AMPLE, shuffled)).containsExactly(local(columns, AMPLE, instances()));
  }

  @ParameterizedTest
  @MethodSource("columns")
  void whatIsKeptWhere(Columns columns, @TempDir Path directory) {
    double[] expected = local(columns, AMPLE, instances());
    for (long memory : new long[] {0, 30_000, 60_000}) {
      for (long disk : new long[] {0, 50_000, 1L << 26}) {
        CacheBudget cache = new CacheBudget(memory, disk, directory.toString());
        assertThat(local(columns, cache, instances())).containsExactly(expected);
      }
    }
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @MethodSource("columns")
  void failuresThatLoseAllThatIsNotStored(Columns columns) {
    double[] expected = local(columns, AMPLE, instances());
    for (CacheBudget budget :
        List.of(CacheBudget.ofMemory(0), CacheBudget.ofMemory(30_000), AMPLE)) {
      try (ForgetfulWorkers workers =
          new ForgetfulWorkers(Shards.workers(instances(), new Placement(7, 3), BACKEND), 5)) {
        assertThat(run(columns, budget, workers)).containsExactly(expected);
        assertThat(workers.failures()).isGreaterThan(20);
      }
    }
  }

  private static List<Instance> instances() {
    Records records = new Records(4, false, 3, 61);
    List<Instance> instances = new ArrayList<>(records.of(Role.TRAIN, 200));
    instances.addAll(records.of(Role.VALIDATION, 30));
    return instances;
  }

  private static double[] local(Columns columns, CacheBudget cache, List<Instance> instances) {
    try (var workers = Shards.local(instances, new Placement(7, 3), BACKEND)) {
      return run(columns, cache, workers);
    }
  }

  /** The coefficients after three epochs. */
  private static double[] run(Columns columns, CacheBudget cache, Workers workers) {
    var options =
        new ColumnDescent.Options(
            new Gaussian(1),
            Precision.SINGLE,
            columns,
            new Ridge(0.1, false),
            25,
            3,
            0,
            2,
            cache,
            cache.memory(),
            7);
    Prepared prepared =
        Descent.preparation(options.kernel(), options.precision(), Storage.AUTO).run(workers);
    ColumnDescent solver = new ColumnDescent(options);
    ColumnState state = solver.start(prepared, workers);
    while (!solver.done(state)) {
      state = solver.step(state, workers);
    }
    Model model = solver.model(prepared, state, workers);
    return model instanceof RandomFeatures features
        ? features.w().toArray()
        : ((KernelExpansion) model).alpha().toArray();
  }
}
