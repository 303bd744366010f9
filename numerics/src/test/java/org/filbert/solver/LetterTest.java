package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;

import org.filbert.data.Placement;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.model.CurvePoint;
import org.filbert.testing.LetterData;
import org.filbert.testing.Shards;
import org.filbert.testing.Trainings;
import org.filbert.train.Scaling;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;

/** The reference set-up: all of UCI Letter, σ = 0.2 on features / 15, ridge = 0.01. */
class LetterTest {
  private static final Backend BACKEND = Backends.choose("auto", "auto");

  @Test
  void blocksOfAThousandRows() {
    try (LocalWorkers workers =
        Shards.local(
            LetterData.instances(LetterData.TRAIN_ROWS, 5000), new Placement(7, 2), BACKEND)) {
      var training =
          Trainings.fullKernel(
              Trainings.options(new Gaussian(0.2), 1000, 5), new Scaling.Divide(15));
      var model = training.run(workers);
      double last = 1;
      for (CurvePoint point : model.provenance().curve()) {
        System.out.println(point);
        assertThat(point.relativeResidual()).isLessThan(last);
        last = point.relativeResidual();
      }
      assertThat(last).isLessThan(0.065);
    }
  }
}
