package org.filbert.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Objects;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.kernel.Gaussian;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.model.CurvePoint;
import org.filbert.model.TrainedModel;
import org.filbert.testing.LetterData;
import org.filbert.testing.RunOptions;
import org.filbert.testing.Shards;
import org.filbert.testing.Trainings;
import org.filbert.train.columns.Scaling;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The reference set-up: all of UCI Letter, σ = 0.2 on features / 15, ridge = 0.01. */
class LetterTest {
  private static final Backend BACKEND = Backends.choose("auto", "auto");

  @Test
  void blocksOfAThousandRowsConverge() {
    assertConverges(LetterData.instances(4000, 1000), 0.06, 0.001, 0.07);
  }

  @Test
  @Tag("ci")
  void allRowsConvergeToThePublishedError() {
    assertConverges(
        LetterData.instances(LetterData.TRAIN_ROWS, LetterData.TEST_ROWS), 0.065, 0.001, 0.027);
  }

  private static void assertConverges(
      List<Instance> instances, double relativeResidual, double trainError, double testError) {
    TrainedModel model = train(instances, RunOptions.of(new Gaussian(0.2), 1000, 5));
    List<CurvePoint> curve = model.provenance().curve();
    assertThat(curve).hasSize(5);
    double residual = 1;
    for (CurvePoint point : curve) {
      assertThat(point.relativeResidual()).isLessThan(residual);
      residual = point.relativeResidual();
    }
    CurvePoint last = curve.get(4);
    assertThat(residual).isLessThanOrEqualTo(relativeResidual);
    assertThat(last.trainError()).isLessThanOrEqualTo(trainError);
    assertThat(last.testError()).isLessThanOrEqualTo(testError);
    assertThat(errorOf(model, instances)).isCloseTo(last.testError(), within(4e-4));
  }

  @Test
  @Tag("ci")
  void oneBlockOfAllRowsIsExact() {
    TrainedModel model =
        train(
            LetterData.instances(LetterData.TRAIN_ROWS, LetterData.TEST_ROWS),
            RunOptions.of(new Gaussian(0.2), LetterData.TRAIN_ROWS, 1).withBudgets(0, 0));
    CurvePoint point = model.provenance().curve().get(0);
    assertThat(point.relativeResidual()).isLessThan(1e-3);
    assertThat(Objects.requireNonNull(point.testError())).isCloseTo(0.0232, within(0.0004));
  }

  private static TrainedModel train(List<Instance> instances, RunOptions options) {
    try (LocalWorkers workers = Shards.local(instances, new Placement(7, 2), BACKEND)) {
      return Trainings.of(options, new Scaling.Divide(15)).run(workers).model();
    }
  }

  /** Share of the test rows that the finished model misclassifies. */
  private static double errorOf(TrainedModel model, List<Instance> instances) {
    List<Instance.Example> test =
        instances.stream()
            .map(Instance.Example.class::cast)
            .filter(example -> example.role() == Role.TEST)
            .toList();
    List<Features> records = test.stream().map(Instance.Example::features).toList();
    List<String> names = ((Outputs.Classes) model.outputs()).names();
    Matrix scores = model.scores(records, BACKEND);
    int wrong = 0;
    for (int i = 0; i < test.size(); i++) {
      String found = names.get(Outputs.Classes.winner(scores.row(i), 0, names.size()));
      wrong += new Target.ClassName(found).equals(test.get(i).target()) ? 0 : 1;
    }
    return (double) wrong / test.size();
  }
}
