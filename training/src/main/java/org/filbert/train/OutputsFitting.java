package org.filbert.train;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.filbert.data.ClassNames;
import org.filbert.data.Outputs;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.data.TargetTransform;
import org.filbert.loss.SquareLoss;
import org.filbert.model.TrainedModel;
import org.filbert.system.equations.Risk;
import org.filbert.train.rows.Encode;
import org.filbert.train.rows.Survey;
import org.filbert.train.rows.TargetSpread;
import org.filbert.train.rows.TransformTargets;
import org.filbert.train.rows.WeightedTargets;
import org.filbert.workers.Workers;

/**
 * What a model of the training rows answers: one of their classes, or numbers with the means and
 * scales of their targets.
 */
final class OutputsFitting {
  private final boolean centred;
  private final boolean weighted;
  private final Risk risk;
  private final Workers workers;

  /**
   * A fit to the workers' rows.
   *
   * @param centred whether the mean target is subtracted first
   * @param weighted whether rows have weights of their own
   */
  OutputsFitting(boolean centred, boolean weighted, Risk risk, Workers workers) {
    this.centred = centred;
    this.weighted = weighted;
    this.risk = risk;
    this.workers = workers;
  }

  /**
   * The outputs of rows whose targets have been transformed.
   *
   * @param from the model that a run begins with, whose outputs these must be
   * @throws RefusedException if the transform, the loss or that model needs others
   */
  Outputs of(Survey.Answer survey, TargetTransform transform, Optional<TrainedModel> from) {
    Outputs found = found(survey, transform);
    Outputs outputs = from.map(model -> same(model, found)).orElse(found);
    if (outputs instanceof Outputs.Targets && !(risk.loss() instanceof SquareLoss)) {
      throw new RefusedException(
          "objective.loss is %s, which needs classes, found numbers as targets"
              .formatted(risk.lossName()));
    }
    return outputs;
  }

  /** Takes the logarithm of every target; the outputs are then of these. */
  Outputs ofLogarithms() {
    TransformTargets.run(TargetTransform.LOG, workers);
    return found(Survey.of(workers), TargetTransform.LOG);
  }

  private Outputs found(Survey.Answer survey, TargetTransform transform) {
    if (survey.targetSums().length == 0) {
      if (transform != TargetTransform.NONE) {
        throw new RefusedException(
            "objective.target is %s, which needs numbers as targets, found classes"
                .formatted(transform.name().toLowerCase(Locale.ROOT)));
      }
      return new Outputs.Classes(ClassNames.distinct(survey.classes()).names());
    }
    double[] means = new double[survey.targetSums().length];
    double[] sums = survey.targetSums();
    double rows = survey.count(Role.TRAIN);
    if (weighted) {
      double[] sumsOfWeights =
          workers.gather(new WeightedTargets(sums.length)).stream()
              .reduce(Survey.Answer::add)
              .orElseThrow();
      rows = sumsOfWeights[0];
      sums = Arrays.copyOfRange(sumsOfWeights, 1, sumsOfWeights.length);
    }
    for (int j = 0; j < means.length && centred; j++) {
      means[j] = sums[j] / rows;
    }
    return new Outputs.Targets(means, TargetSpread.scales(means, rows, workers), transform);
  }

  private static Outputs same(TrainedModel from, Outputs found) {
    Outputs outputs = from.outputs();
    boolean same =
        outputs instanceof Outputs.Classes
            ? outputs.equals(found)
            : found instanceof Outputs.Targets
                && found.columns() == outputs.columns()
                && found.transform() == outputs.transform();
    if (!same) {
      throw new RefusedException(
          "from is a model of %s, the training rows have %s"
              .formatted(outputs.described(), found.described()));
    }
    return outputs;
  }

  /**
   * Says which test rows have classes that no training row has, in a line or none.
   *
   * @throws RefusedException if all have
   */
  static List<String> unknownClasses(List<Encode.Answer> encoded) {
    int rows = encoded.stream().mapToInt(Encode.Answer::otherRows).sum();
    if (rows == 0) {
      return List.of();
    }
    ClassNames found =
        ClassNames.distinct(
            encoded.stream().flatMap(answer -> answer.otherClasses().stream()).toList());
    int all = encoded.stream().mapToInt(Encode.Answer::testRows).sum();
    if (rows == all) {
      throw new RefusedException(
          "found test rows of the classes %s alone, which no training row has; what helps: another label column, or the same names of classes"
              .formatted(found));
    }
    return List.of(
        String.format(
            Locale.ROOT,
            "%,d of %,d test rows have classes that no training row has, %s: they count"
                + " as misclassified",
            rows,
            all,
            found));
  }
}
