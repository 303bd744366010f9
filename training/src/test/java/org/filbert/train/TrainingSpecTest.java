package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Laplacian;
import org.filbert.linalg.Backends;
import org.filbert.loss.SquaredHingeLoss;
import org.filbert.model.KernelExpansion;
import org.filbert.model.TrainedModel;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.testing.EverySystem;
import org.filbert.testing.Records;
import org.filbert.testing.Shards;
import org.filbert.train.columns.Scaling;
import org.filbert.train.columns.Storage;
import org.filbert.workers.LocalWorkers;
import org.junit.jupiter.api.Test;

/** The front door: a training in this process. */
class TrainingSpecTest {
  private static final double[][] X = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};

  @Test
  void classifies() {
    TrainedModel model =
        TrainingSpec.of(new Gaussian(0.5)).ridge(0.01).train(X, "no", "yes", "yes", "no");
    assertThat(model.predictClass(0.1, 0.9)).isEqualTo("yes");
    assertThat(model.predictClass(0.9, 0.9)).isEqualTo("no");
    assertThat(model.provenance().configuration()).startsWith("TrainingSpec[kernel=Gaussian");
    assertThat(model.provenance().versions()).containsKeys("filbert", "java");
    assertThatThrownBy(() -> model.predictValue(0, 0))
        .hasMessage("the model predicts classes, found a call for one number");
    assertThatThrownBy(() -> model.predictClass(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("found 1 features, the model was trained on 2");
  }

  @Test
  void approximatesNumbers() {
    List<double[]> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (int i = 0; i <= 60; i++) {
      x.add(new double[] {i / 10.0});
      y.add(10 + Math.sin(i / 10.0));
    }
    TrainedModel model =
        TrainingSpec.of(new Gaussian(1))
            .ridge(1e-4)
            .train(x.toArray(double[][]::new), y.stream().mapToDouble(d -> d).toArray());
    assertThat(model.predictValue(1.23)).isCloseTo(10 + Math.sin(1.23), within(1e-2));
    assertThatThrownBy(() -> model.predictClass(1))
        .hasMessage("the model predicts numbers, found a call for a class");
  }

  @Test
  void givesTheBitsOfAnyEngine() {
    var rows = new Records(4, false, 3, 31).of(Role.TRAIN, 300);
    TrainingSpec spec =
        TrainingSpec.of(new Gaussian(1)).solver(BlockDescentOptions.of(40, 3)).seed(7).build();
    try (LocalWorkers workers = Shards.local(rows, new Placement(7, 1), Backends.best())) {
      TrainedModel other = new Training(spec).run(workers).model();
      assertThat(alpha(spec.train(rows))).containsExactly(alpha(other));
    }
  }

  private static double[] alpha(TrainedModel model) {
    return ((KernelExpansion) model.model()).alpha().toArray();
  }

  @Test
  void isTheSameAfterItsBuilder() {
    TrainingSpec spec =
        TrainingSpec.of(new Laplacian(2))
            .medianSigma(true)
            .sigmas(List.of(1.0, 2.0))
            .scaling(new Scaling.MinMax())
            .storage(Storage.DENSE)
            .validationFraction(OptionalDouble.of(0.2))
            .seed(9)
            .build();
    assertThat(spec.toBuilder().build()).isEqualTo(spec);
  }

  @Test
  void refusesWhatDoesNotFit() {
    assertThatThrownBy(() -> TrainingSpec.of(new Gaussian(1)).ridge(0).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ridge is 0.0, must be a number above 0");
    assertThatThrownBy(() -> TrainingSpec.of(new Gaussian(1)).train(X, "a", "b"))
        .hasMessage("found 4 rows and 2 targets, must be as many");
    assertThatThrownBy(() -> TrainingSpec.of(new Gaussian(1)).train(X, "a", "a", "a", "a"))
        .hasMessage("found the classes [a], at least 2 are needed");
    assertThatThrownBy(
            () -> TrainingSpec.of(new Gaussian(1)).validationFraction(OptionalDouble.of(1)).build())
        .hasMessage("validationFraction is 1.0, must be a number between 0 and 1");
    assertThatThrownBy(
            () ->
                TrainingSpec.of(new Gaussian(1))
                    .system(EverySystem.nystrom(3, 1e-3))
                    .solver(BlockDescentOptions.of(3, 2))
                    .loss(new SquaredHingeLoss())
                    .train(X, 1, 2, 3, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "objective.loss is squared-hinge, which needs classes, found numbers as targets");
  }
}
