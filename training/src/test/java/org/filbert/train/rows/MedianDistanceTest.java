package org.filbert.train.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.testing.Descent;
import org.filbert.testing.Records;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Storage;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.MeteredWorkers;
import org.junit.jupiter.api.Test;

class MedianDistanceTest {
  private static final int FEATURES = 3;
  private static final List<Instance> ROWS =
      new Records(FEATURES, false, 3, 61).of(Role.TRAIN, MedianDistance.SAMPLE + 300);

  @Test
  void theSampleDoesNotDependOnTheSpreadOfRowsAndOnlyItTravels() {
    assertThat(median(3)).isEqualTo(median(1));
  }

  private static double median(int count) {
    try (LocalWorkers workers =
        Shards.local(ROWS, new Placement(7, count), Backends.choose("java", "plain"))) {
      Descent.preparation(new Gaussian(1), Precision.DOUBLE, Storage.DENSE).run(workers);
      MeteredWorkers metered = new MeteredWorkers(workers);
      double median = MedianDistance.of("sigma: median", metered, 7, 2);
      assertThat(metered.costs().communication().gatheredBytes())
          .isEqualTo((long) MedianDistance.SAMPLE * FEATURES * Double.BYTES);
      return median;
    }
  }
}
