package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.filbert.cache.CacheBudget;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.model.CurvePoint;
import org.filbert.solver.ColumnDescent.Columns;
import org.filbert.testing.LetterData;
import org.filbert.testing.Shards;
import org.filbert.testing.Trainings;
import org.filbert.train.Scaling;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** UCI Letter with five blocks comes near to its own direct solution in few epochs. */
class BlockedLetterTest {
  private static final Backend BACKEND = Backends.choose("auto", "auto");
  private static final List<Instance> ROWS =
      LetterData.instances(LetterData.TRAIN_ROWS, LetterData.TEST_ROWS);
  private static final double NEAR = 0.003;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void randomFeaturesInFiveEpochs(long seed) {
    comesNear(new Columns.Fourier(2000, RandomFourier.Form.COSINE), 5, seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void landmarksInTwentyEpochs(long seed) {
    comesNear(new Columns.Nystrom(1000, ColumnDescent.Sampling.UNIFORM, 1e-6), 20, seed);
  }

  private static void comesNear(Columns columns, int epochs, long seed) {
    List<CurvePoint> direct = curve(columns, columns.count(), 1, seed);
    List<CurvePoint> blocked = curve(columns, columns.count() / 5, epochs, seed);
    assertThat(blocked.get(epochs - 1).testError())
        .isLessThanOrEqualTo(direct.get(0).testError() + NEAR);
    for (int epoch = 1; epoch < epochs; epoch++) {
      assertThat(blocked.get(epoch).objective()).isLessThan(blocked.get(epoch - 1).objective());
    }
    assertThat(blocked.get(epochs - 1).objective()).isGreaterThan(direct.get(0).objective());
  }

  private static List<CurvePoint> curve(Columns columns, int blockSize, int epochs, long seed) {
    ColumnDescent.Options options =
        new ColumnDescent.Options(
            new Gaussian(0.2),
            Precision.SINGLE,
            columns,
            new Ridge(0.01, false),
            blockSize,
            epochs,
            0,
            0,
            CacheBudget.ofMemory(1L << 30),
            1L << 30,
            seed);
    try (LocalWorkers workers = Shards.local(ROWS, new Placement(seed, 2), BACKEND)) {
      return Trainings.columns(options, new Scaling.Divide(15)).run(workers).provenance().curve();
    }
  }
}
