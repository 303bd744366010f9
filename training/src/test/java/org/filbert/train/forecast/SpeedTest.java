package org.filbert.train.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.testing.Descent;
import org.filbert.testing.Records;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.train.SystemRun;
import org.filbert.train.TrainingSpec;
import org.filbert.train.columns.Storage;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;

class SpeedTest {
  private static final Backend BACKEND = Backends.choose("auto", "plain");

  @Test
  void isMeasuredOnTheWorkers() {
    TrainingSpec options = RunOptions.of(new Gaussian(1), 20, 2).spec();
    List<Instance> rows = new Records(4, false, 2, 1).of(Role.TRAIN, 60);
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 2), BACKEND)) {
      Prepared prepared =
          Descent.preparation(options.settings().kernel(), Precision.SINGLE, Storage.AUTO)
              .run(workers);
      SystemRun<?> run = new SystemRun<>(options, prepared);
      Plan plan = run.plan(workers);
      Speed speed = Speed.measure(run, plan, workers);
      assertThat(speed.gemmGflops()).isPositive().isFinite();
      assertThat(speed.secondsPerEpoch()).isPositive().isFinite();
      assertThat(speed.secondsPerLaterEpoch()).isPositive().isFinite();
    }
  }
}
