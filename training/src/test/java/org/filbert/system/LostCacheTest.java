package org.filbert.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.shard.Prepared;
import org.filbert.system.equations.BlockGradient;
import org.filbert.system.equations.Vector;
import org.filbert.testing.Descent;
import org.filbert.testing.FailingWorkers;
import org.filbert.testing.Records;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Storage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rows of a block do not travel if all workers have said that they keep its tiles; some of them
 * may fail after that.
 */
class LostCacheTest {
  private static final Backend BACKEND = Backends.choose("java", "plain");

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "2", "0,1", "0,1,2"})
  void whoLacksTheTilesGetsTheRowsAndNobodyAddsTwice(String failing) {
    try (FailingWorkers workers =
        new FailingWorkers(
            Shards.workers(
                new Records(4, false, 3, 61).of(Role.TRAIN, 40), new Placement(7, 3), BACKEND))) {
      RunOptions options = RunOptions.of(new Gaussian(1), 10, 1);
      Prepared prepared =
          Descent.preparation(
                  options.settings().kernel(), options.settings().precision(), Storage.DENSE)
              .run(workers);
      SystemOnWorkers system =
          (SystemOnWorkers) options.system().begin(options.settings(), prepared, workers);
      BlockGradient first = system.gradient(1);
      Matrix d = system.solve(List.of(1), first.g(), List.of(0));
      system.advance(first, d);
      BlockGradient g = system.gradient(1);
      for (int worker = 0; worker < 3; worker++) {
        if (failing.contains(String.valueOf(worker))) {
          workers.fail(worker);
        }
      }
      int before = workers.moments();
      system.advance(g, g.g());
      assertThat(workers.moments() - before).isEqualTo(failing.isEmpty() ? 1 : 3);
      assertThat(system.elements(Vector.U, 1).toArray()).isEqualTo(sum(d, g.g()));
      assertThat(system.refit(Vector.U)).isLessThan(1e-6);
    }
  }

  private static double[] sum(Matrix a, Matrix b) {
    double[] sum = a.toArray();
    double[] other = b.toArray();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += other[i];
    }
    return sum;
  }
}
