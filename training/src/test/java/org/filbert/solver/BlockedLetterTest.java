package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.model.CurvePoint;
import org.filbert.system.SystemOptions;
import org.filbert.testing.EverySystem;
import org.filbert.testing.LetterData;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.testing.Trainings;
import org.filbert.train.columns.Scaling;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** UCI Letter with five blocks comes near to its own direct solution in few epochs. */
@Tag("ci")
class BlockedLetterTest {
  private static final Backend BACKEND = Backends.choose("auto", "auto");
  private static final List<Instance> ROWS =
      LetterData.instances(LetterData.TRAIN_ROWS, LetterData.TEST_ROWS);
  private static final double NEAR = 0.003;
  private static final long[] SEEDS = {1, 2, 3};

  @Test
  void randomFeaturesInFiveEpochs() {
    comesNear(EverySystem.fourier(2000, RandomFourier.Form.COSINE), 2000, 5);
  }

  @Test
  void landmarksInTwentyEpochs() {
    comesNear(EverySystem.nystrom(1000, 1e-6), 1000, 20);
  }

  /** On average over seeds: the order of five blocks moves the error by a tenth of a point. */
  private static void comesNear(SystemOptions columns, int count, int epochs) {
    double above = 0;
    for (long seed : SEEDS) {
      List<CurvePoint> direct = curve(columns, count, 1, seed);
      List<CurvePoint> blocked = curve(columns, count / 5, epochs, seed);
      above += (error(blocked.get(epochs - 1)) - error(direct.get(0))) / SEEDS.length;
      for (int epoch = 1; epoch < epochs; epoch++) {
        assertThat(blocked.get(epoch).objective()).isLessThan(blocked.get(epoch - 1).objective());
      }
      assertThat(blocked.get(epochs - 1).objective()).isGreaterThan(direct.get(0).objective());
    }
    assertThat(above).isLessThanOrEqualTo(NEAR);
  }

  private static double error(CurvePoint point) {
    return Objects.requireNonNull(point.testError());
  }

  private static List<CurvePoint> curve(
      SystemOptions columns, int blockSize, int epochs, long seed) {
    RunOptions options =
        RunOptions.of(new Gaussian(0.2), blockSize, epochs).withSystem(columns).withSeed(seed);
    try (LocalWorkers workers = Shards.local(ROWS, new Placement(seed, 2), BACKEND)) {
      return Trainings.of(options, new Scaling.Divide(15))
          .run(workers)
          .model()
          .provenance()
          .curve();
    }
  }
}
