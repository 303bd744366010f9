package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.filbert.cache.CacheBudget;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.model.CurvePoint;
import org.filbert.testing.Descent;
import org.filbert.testing.ForgetfulWorkers;
import org.filbert.testing.Records;
import org.filbert.testing.Shards;
import org.filbert.testing.Trainings;
import org.filbert.train.Storage;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What must not change a single bit of the result. */
class SameBitsTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");
  private static final FullKernelDescent.Options OPTIONS =
      Trainings.withStopping(Trainings.options(new Gaussian(1), 50, 4), 0, 3);
  private static final int ROWS = 330;

  /** Number of kernel tiles' and factors' bytes of a whole run. */
  private static final long ALL = (long) ROWS * ROWS * Double.BYTES;

  @Test
  void theOrderOfArrival() {
    List<Instance> shuffled = new ArrayList<>(instances());
    Collections.shuffle(shuffled, new Random(1));
    assertSame(run(OPTIONS, shuffled), run(OPTIONS, instances()));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0, 1", "1, 0", "0.3, 0.3", "0.6, 0.1"})
  void whatIsKeptInMemory(double cacheShare, double factorShare) {
    var budgets =
        Trainings.withBudgets(OPTIONS, (long) (cacheShare * ALL), (long) (factorShare * ALL));
    assertSame(run(budgets, instances()), run(OPTIONS, instances()));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "0.3, 1", "0.3, 0.3", "0, 0.2"})
  void whatIsKeptOnDisk(double memoryShare, double diskShare, @TempDir Path directory) {
    var options =
        Trainings.withCache(
            OPTIONS,
            new CacheBudget(
                (long) (memoryShare * ALL), (long) (diskShare * ALL), directory.toString()),
            ALL);
    assertSame(run(options, instances()), run(OPTIONS, instances()));
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aCacheDirectoryThatCannotBeUsed(@TempDir Path directory) throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    var options = Trainings.withCache(OPTIONS, new CacheBudget(0, ALL, file.toString()), ALL);
    assertSame(run(options, instances()), run(OPTIONS, instances()));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void failuresThatLoseAllThatIsNotStored(long seed) {
    for (long budget : new long[] {0, ALL / 3, ALL}) {
      var options = Trainings.withBudgets(OPTIONS, budget, budget);
      try (ForgetfulWorkers workers =
          new ForgetfulWorkers(Shards.workers(instances(), new Placement(7, 3), BACKEND), seed)) {
        Descent disturbed = Descent.run(options, Storage.AUTO, workers);
        assertThat(workers.failures()).isGreaterThan(50);
        assertSame(disturbed, run(OPTIONS, instances()));
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

  private static Descent run(FullKernelDescent.Options options, List<Instance> instances) {
    try (LocalWorkers workers = Shards.local(instances, new Placement(7, 3), BACKEND)) {
      return Descent.run(options, Storage.AUTO, workers);
    }
  }

  private static void assertSame(Descent found, Descent expected) {
    assertThat(found.model().alpha().toArray()).containsExactly(expected.model().alpha().toArray());
    assertThat(found.positions()).containsExactly(expected.positions());
    assertThat(untimed(found)).isEqualTo(untimed(expected));
  }

  private static List<CurvePoint> untimed(Descent descent) {
    return descent.state().curve().stream()
        .map(
            p ->
                new CurvePoint(
                    p.epoch(),
                    0,
                    p.relativeResidual(),
                    p.objective(),
                    p.trainError(),
                    p.validationError(),
                    p.testError()))
        .toList();
  }
}
