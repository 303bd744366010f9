package org.filbert.train;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.filbert.data.ClassNames;
import org.filbert.data.Features;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.data.ValidationSplit;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Statistic;
import org.filbert.linalg.Precision;
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
  private double unit;

  /** Prepares the rows of a training. */
  public Preparation(TrainingSpec spec) {
    this.spec = spec;
    this.options = spec.preprocessing();
    this.kernel = spec.kernel();
    this.scaling = options.scaling();
    this.unit = spec.unit();
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
        from.map(model -> of(model, outputs(survey, workers)))
            .orElseGet(() -> outputs(survey, workers));
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
            : kernelIn(unit),
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

  private Outputs outputs(Survey.Answer survey, Workers workers) {
    if (survey.targetSums().length == 0) {
      return new Outputs.Classes(ClassNames.distinct(survey.classes()).names());
    }
    double[] means = new double[survey.targetSums().length];
    if (options.centreTargets()) {
      Arrays.setAll(means, j -> survey.targetSums()[j] / survey.count(Role.TRAIN));
    }
    return new Outputs.Targets(
        means, TargetSpread.scales(means, survey.count(Role.TRAIN), workers));
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
    if (sparse && (scaling instanceof Scaling.MinMax || scaling instanceof Scaling.Standard)) {
      throw new RefusedException(
          "scaling min-max and standard need dense rows, found sparse ones; allowed for these:"
              + " none, divide; or storage: dense");
    }
    RawSample sample =
        RawSample.draw(
            workers,
            survey.count(Role.TRAIN),
            sparse ? (double) survey.nonZeros() / survey.count(Role.TRAIN) : d,
            spec.seed());
    if (sparse) {
      return sparse(d, sample);
    }
    FeatureStatistics statistics = FeatureStatistics.measure(d, workers);
    DenseFit fit = new DenseFit(kernel, scaling, statistics, sample.features());
    if (spec.medianSigma()) {
      unit = PowerOfTwo.ofWidth(fit.medianDistance());
    }
    OptionalDouble sigma = spec.medianSigma() ? OptionalDouble.empty() : kernel.width();
    return fit.map(spec.precision(), sigma, unit);
  }

  private Preprocessing sparse(int d, RawSample sample) {
    Preprocessing raw =
        new Preprocessing(d, true, Precision.DOUBLE, new double[0], DenseFit.uniform(scaling, 1));
    if (spec.medianSigma()) {
      List<Features> fitting = sample.features().stream().filter(row -> row.width() <= d).toList();
      double[] distances =
          new Distances(raw.apply(fitting), kernel.statistic() == Statistic.ABSOLUTE_DISTANCE)
              .sorted(1);
      unit = PowerOfTwo.ofWidth(distances.length == 0 ? 0 : distances[distances.length / 2]);
    }
    return new Preprocessing(
        d, true, spec.precision(), new double[0], DenseFit.uniform(scaling, unit));
  }

  private Kernel kernelIn(double units) {
    return units == 1 ? kernel : kernel.withSigma(kernel.width().orElseThrow() * units);
  }

  private boolean sparse(Survey.Answer survey, int d) {
    double density = (double) survey.nonZeros() / survey.count(Role.TRAIN) / d;
    return switch (options.storage()) {
      case DENSE -> false;
      case SPARSE -> true;
      case AUTO -> survey.sparse() && d > 1024 && density < 0.1;
    };
  }
}
