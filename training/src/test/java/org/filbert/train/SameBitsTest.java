package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.filbert.cache.CacheBudget;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.solver.EigenProOptions;
import org.filbert.system.Batchwise;
import org.filbert.system.FullKernelOptions;
import org.filbert.testing.Descent;
import org.filbert.testing.EverySystem;
import org.filbert.testing.ForgetfulWorkers;
import org.filbert.testing.Records;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Storage;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What must not change a single bit of the result. */
class SameBitsTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final int ROWS = 330;
  private static final int COLUMNS = 60;

  static Stream<Named<RunOptions>> runs() {
    return Stream.concat(
            EverySystem.of(COLUMNS, 50, 4).limit(1), EverySystem.ofColumns(COLUMNS, 25, 3))
        .map(run -> Named.of(run.getName(), run.getPayload().withStopping(0, 3)));
  }

  static Stream<Named<RunOptions>> allRuns() {
    EigenProOptions eigenpro =
        new EigenProOptions(
            3,
            OptionalInt.of(3),
            OptionalInt.of(100),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalDouble.empty());
    return Stream.concat(
        runs(),
        runs()
            .filter(run -> Batchwise.FACET.offeredBy(run.getPayload().system()))
            .map(
                run ->
                    Named.of(
                        "eigenpro on " + run.getName(), run.getPayload().withSolver(eigenpro))));
  }

  /** Number of kernel tiles' and factors' bytes of a whole run, about. */
  private static long all(RunOptions options) {
    boolean full = options.system() instanceof FullKernelOptions;
    return (long) ROWS * (full ? ROWS : COLUMNS) * Double.BYTES;
  }

  @ParameterizedTest
  @MethodSource("allRuns")
  void theOrderOfArrival(RunOptions options) {
    List<Instance> shuffled = new ArrayList<>(instances());
    Collections.shuffle(shuffled, new Random(1));
    assertSame(run(options, shuffled), run(options, instances()));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void whatIsKeptInMemory(RunOptions options) {
    Descent expected = run(options, instances());
    for (double[] shares : new double[][] {{0, 0}, {0, 1}, {1, 0}, {0.3, 0.3}, {0.6, 0.1}}) {
      RunOptions less =
          options.withBudgets((long) (shares[0] * all(options)), (long) (shares[1] * all(options)));
      assertSame(run(less, instances()), expected);
    }
  }

  @ParameterizedTest
  @MethodSource("runs")
  void whatIsKeptOnDisk(RunOptions options, @TempDir Path directory) {
    Descent expected = run(options, instances());
    for (double[] shares : new double[][] {{0, 1}, {0.3, 1}, {0.3, 0.3}, {0, 0.2}}) {
      CacheBudget cache =
          new CacheBudget(
              (long) (shares[0] * all(options)),
              (long) (shares[1] * all(options)),
              directory.toString());
      assertSame(run(options.withCache(cache, all(options)), instances()), expected);
      assertThat(directory).isEmptyDirectory();
    }
  }

  @ParameterizedTest
  @MethodSource("runs")
  void aCacheDirectoryThatCannotBeUsed(RunOptions options, @TempDir Path directory)
      throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    CacheBudget cache = new CacheBudget(0, all(options), file.toString());
    assertSame(run(options.withCache(cache, all(options)), instances()), run(options, instances()));
  }

  @ParameterizedTest
  @MethodSource("allRuns")
  void failuresThatLoseAllThatIsNotStored(RunOptions options) {
    Descent expected = run(options, instances());
    for (long seed = 1; seed <= 3; seed++) {
      long budget = (seed - 1) * all(options) / 2;
      try (ForgetfulWorkers workers =
          new ForgetfulWorkers(Shards.workers(instances(), new Placement(7, 3), BACKEND), seed)) {
        Descent disturbed = Descent.run(options.withBudgets(budget, budget), Storage.AUTO, workers);
        assertThat(workers.failures()).isGreaterThan(20);
        assertSame(disturbed, expected);
      }
    }
  }

  private static List<Instance> instances() {
    Records records = new Records(4, false, 3, 21);
    List<Instance> instances = new ArrayList<>(records.of(Role.TRAIN, ROWS));
    instances.addAll(records.of(Role.VALIDATION, 40));
    instances.addAll(records.of(Role.TEST, 20));
    return instances;
  }

  private static Descent run(RunOptions options, List<Instance> instances) {
    try (LocalWorkers workers = Shards.local(instances, new Placement(7, 3), BACKEND)) {
      return Descent.run(options, Storage.AUTO, workers);
    }
  }

  private static void assertSame(Descent found, Descent expected) {
    assertThat(found.coefficients()).containsExactly(expected.coefficients());
    assertThat(found.positions()).containsExactly(expected.positions());
    assertThat(found.untimedCurve()).isEqualTo(expected.untimedCurve());
  }
}
