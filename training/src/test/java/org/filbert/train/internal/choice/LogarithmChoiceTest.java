package org.filbert.train.internal.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.filbert.data.Outputs;
import org.filbert.data.TargetTransform;
import org.filbert.kernel.Gaussian;
import org.filbert.model.TrainedModel;
import org.filbert.selection.OpenChoices;
import org.filbert.train.TrainingSpec;
import org.junit.jupiter.api.Test;

class LogarithmChoiceTest {
  /** Targets of a sum s of three of four numbers, with noise. */
  private static TrainedModel train(DoubleUnaryOperator target) {
    Random random = new Random(6);
    double[][] x = new double[400][4];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < 4; j++) {
        x[i][j] = random.nextGaussian();
      }
      y[i] = target.applyAsDouble(x[i][0] + x[i][1] - x[i][2] + 0.1 * random.nextGaussian());
    }
    return TrainingSpec.of(new Gaussian(1))
        .medianSigma(true)
        .open(new OpenChoices(true, true, true))
        .automaticTarget(true)
        .train(x, y);
  }

  private static TargetTransform learned(DoubleUnaryOperator target) {
    return train(target).outputs().transform();
  }

  @Test
  void exponentialsAreLearnedByTheirLogarithms() {
    TrainedModel model = train(s -> 1000 * Math.exp(s));
    assertThat(model.outputs().transform()).isEqualTo(TargetTransform.LOG);
    double truth = 1000 * Math.exp(0.5 - 1);
    assertThat(model.predictValue(0.5, 0, 1, 0)).isBetween(0.8 * truth, 1.25 * truth);
  }

  @Test
  void numbersOfOneUnitAndNumbersThatHaveNoLogarithmStay() {
    assertThat(learned(s -> 30 + s)).isEqualTo(TargetTransform.NONE); // spread by too little
    assertThat(learned(s -> 10 + s)).isEqualTo(TargetTransform.NONE); // logarithms are worse
    assertThat(learned(s -> Math.exp(s) - 0.1)).isEqualTo(TargetTransform.NONE); // some below 0
    assertThat(((Outputs.Targets) train(s -> s).outputs()).means()).hasSize(1);
  }
}
