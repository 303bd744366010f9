package org.filbert.train;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.filbert.data.ClassNames;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.data.ValidationSplit;
import org.filbert.kernel.Kernel;
import org.filbert.loss.SquareLoss;
import org.filbert.model.Outputs;
import org.filbert.model.Preprocessing;
import org.filbert.model.RowEncoder;
import org.filbert.model.TextPreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.shard.Prepared;
import org.filbert.shard.TextReport;
import org.filbert.system.Risk;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Turns records into matrices: finds the classes or the target means, fits the preprocessing on the
 * training rows, encodes every shard, and computes the kernel's bandwidth if it is the median.
 *
 * <p>Dense inputs of shift-invariant kernels are always centred. This changes no kernel value, and
 * squared distances lose no digits to a common offset.
 */
public final class Preparation {
  private final TrainingSpec spec;
  private final PreprocessingOptions options;
  private final Kernel kernel;
  private final Scaling scaling;

  /** Prepares the rows of a training. */
  public Preparation(TrainingSpec spec) {
    this.spec = spec;
    this.options = spec.preprocessing();
    this.kernel = spec.kernel();
    this.scaling = options.scaling();
  }

  /**
   * Encodes the workers' records, which are gone afterwards.
   *
   * @throws org.filbert.data.DataException for a record that does not fit: another number of
   *     features, an unknown class, no usable target, an empty document where that is not allowed
   * @throws RefusedException if there are no rows, no features, fewer than two classes, a scaling
   *     that the storage does not allow, or a weight for an unknown class
   */
  public Prepared run(Workers workers) {
    return run(workers, Optional.empty());
  }

  /**
   * The same with the preprocessing and the outputs of a model that a run begins with, so that its
   * rows and theirs are the same numbers.
   *
   * @throws RefusedException also if the model has other outputs or another precision
   */
  public Prepared run(Workers workers, Optional<TrainedModel> from) {
    TextOptions text = options.text();
    if (text != null) {
      new TextFitting(text, workers).refuseEmptyDocuments();
    }
    spec.validationFraction()
        .ifPresent(fraction -> SplitTasks.run(new ValidationSplit(spec.seed(), fraction), workers));
    Survey.Answer survey =
        workers.gather(new Survey()).stream().reduce(Survey.Answer::merge).orElseThrow();
    if (survey.count(Role.TRAIN) == 0) {
      throw new RefusedException("the training data have no usable row");
    }
    Outputs outputs =
        from.map(model -> of(model, outputs(survey))).orElseGet(() -> outputs(survey));
    Risk risk = spec.objective().risk();
    if (outputs instanceof Outputs.Targets && !(risk.loss() instanceof SquareLoss)) {
      throw new RefusedException(
          "objective.loss is %s, which needs classes, found numbers as targets"
              .formatted(risk.lossName()));
    }
    RowEncoder preprocessing =
        from.isPresent() ? of(from.get()) : preprocessing(text, survey, workers);
    HeldOutDraw draw = HeldOutDraw.of(spec.seed(), spec.evaluation().rows(), survey);
    List<Encode.Answer> encoded = workers.gather(new Encode(preprocessing, outputs, draw));
    spec.objective().classWeights().apply(outputs, workers);
    return new Prepared(
        encoded.stream().map(Encode.Answer::rows).toList(),
        encoded.stream().mapToLong(Encode.Answer::validationRows).sum(),
        encoded.stream().mapToLong(Encode.Answer::testRows).sum(),
        survey.count(Role.VALIDATION) + survey.count(Role.TEST),
        encoded.stream().mapToInt(Encode.Answer::heldOutRows).max().orElse(0),
        preprocessing,
        outputs,
        spec.medianSigma()
            ? kernel.withSigma(MedianDistance.of(workers, spec.seed(), kernel.statistic()))
            : kernel,
        String.format(Locale.ROOT, "%016x", survey.fingerprint()),
        survey.bad(),
        encoded.stream().mapToLong(Encode.Answer::values).sum() / (double) survey.count(Role.TRAIN),
        text != null
            ? encoded.stream().map(Encode.Answer::text).reduce(TextReport::plus).orElseThrow()
            : null);
  }

  private static Outputs of(TrainedModel from, Outputs found) {
    Outputs outputs = from.outputs();
    boolean same =
        outputs instanceof Outputs.Classes
            ? outputs.equals(found)
            : found instanceof Outputs.Targets && found.columns() == outputs.columns();
    if (!same) {
      throw new RefusedException(
          "from is a model of %s, the training rows have %s"
              .formatted(outputs.described(), found.described()));
    }
    return outputs;
  }

  private RowEncoder of(TrainedModel from) {
    if (from.preprocessing().precision() != spec.precision()) {
      throw new RefusedException(
          "from is a model of rows in precision %s, this run's is %s"
              .formatted(from.preprocessing().precision(), spec.precision()));
    }
    return from.preprocessing();
  }

  private RowEncoder preprocessing(
      @Nullable TextOptions text, Survey.Answer survey, Workers workers) {
    return text != null ? text(text, survey, workers) : preprocessing(survey, workers);
  }

  private Outputs outputs(Survey.Answer survey) {
    if (survey.targetSums().length == 0) {
      return new Outputs.Classes(ClassNames.distinct(survey.classes()).names());
    }
    double[] means = new double[survey.targetSums().length];
    if (options.centreTargets()) {
      Arrays.setAll(means, j -> survey.targetSums()[j] / survey.count(Role.TRAIN));
    }
    return new Outputs.Targets(means);
  }

  private TextPreprocessing text(TextOptions text, Survey.Answer survey, Workers workers) {
    long documents = survey.count(Role.TRAIN);
    if (survey.texts() < documents) {
      throw new RefusedException(
          "preprocessing.text needs documents, found training rows of numbers; a format with the"
              + " key text reads documents");
    }
    return new TextFitting(text, workers).fit(documents, spec.precision());
  }

  private Preprocessing preprocessing(Survey.Answer survey, Workers workers) {
    if (survey.texts() > 0) {
      throw new RefusedException(
          "the training rows are text, which needs the section preprocessing.text");
    }
    int d = survey.sparse() ? options.features().orElse(survey.width()) : survey.width();
    if (d == 0) {
      throw new RefusedException("the training rows have no features");
    }
    boolean sparse = sparse(survey, d);
    boolean centre = kernel.shiftInvariant() && !sparse;
    boolean measure =
        centre || scaling instanceof Scaling.MinMax || scaling instanceof Scaling.Standard;
    if (sparse && measure) {
      throw new RefusedException(
          "scaling min-max and standard need dense rows, found sparse ones; allowed for these:"
              + " none, divide; or storage: dense");
    }
    if (!measure) {
      return new Preprocessing(d, sparse, spec.precision(), new double[0], uniformScale());
    }
    FeatureStatistics statistics =
        workers.gather(new FeatureStatistics.Measure(d)).stream()
            .reduce(FeatureStatistics::merge)
            .orElseThrow();
    double[] offset =
        centre || !(scaling instanceof Scaling.None) ? offset(statistics) : new double[0];
    return new Preprocessing(d, false, spec.precision(), offset, scale(statistics));
  }

  private boolean sparse(Survey.Answer survey, int d) {
    double density = (double) survey.nonZeros() / survey.count(Role.TRAIN) / d;
    return switch (options.storage()) {
      case DENSE -> false;
      case SPARSE -> true;
      case AUTO -> survey.sparse() && d > 1024 && density < 0.1;
    };
  }

  private double[] uniformScale() {
    return scaling instanceof Scaling.Divide divide
        ? new double[] {1 / divide.by()}
        : new double[0];
  }

  /** The offset does not change a kernel of x - z; the mean keeps its values exact. */
  private double[] offset(FeatureStatistics statistics) {
    return kernel.shiftInvariant() || scaling instanceof Scaling.Standard
        ? statistics.mean()
        : statistics.min();
  }

  private double[] scale(FeatureStatistics statistics) {
    if (!(scaling instanceof Scaling.MinMax) && !(scaling instanceof Scaling.Standard)) {
      return uniformScale();
    }
    double[] scale = new double[statistics.mean().length];
    for (int j = 0; j < scale.length; j++) {
      double width =
          scaling instanceof Scaling.MinMax ? statistics.range(j) : statistics.standardDeviation(j);
      scale[j] = width > 0 ? 1 / width : 1;
    }
    return scale;
  }
}
