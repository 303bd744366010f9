package org.filbert.train;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.filbert.data.Outputs;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.data.Rows;
import org.filbert.data.TargetTransform;
import org.filbert.data.ValidationSplit;
import org.filbert.kernel.Distances;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.PowerOfTwo;
import org.filbert.linalg.Precision;
import org.filbert.model.NormalScores;
import org.filbert.model.Preprocessing;
import org.filbert.model.RowEncoder;
import org.filbert.model.TrainedModel;
import org.filbert.selection.Selection;
import org.filbert.shard.Prepared;
import org.filbert.shard.TableReport;
import org.filbert.shard.TextReport;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;
import org.filbert.train.columns.ColumnLook;
import org.filbert.train.columns.DenseFit;
import org.filbert.train.columns.FarthestValue;
import org.filbert.train.columns.FeatureStatistics;
import org.filbert.train.columns.Notices;
import org.filbert.train.columns.PreprocessingOptions;
import org.filbert.train.columns.Quantiles;
import org.filbert.train.columns.RowWeights;
import org.filbert.train.columns.SampleLook;
import org.filbert.train.columns.Scaling;
import org.filbert.train.columns.TableFitting;
import org.filbert.train.columns.TableOptions;
import org.filbert.train.columns.TellingInputs;
import org.filbert.train.columns.TextFitting;
import org.filbert.train.columns.TextOptions;
import org.filbert.train.internal.choice.EncodingChoices;
import org.filbert.train.internal.choice.PrecisionChoice;
import org.filbert.train.method.CalibrationMode;
import org.filbert.train.method.MethodOptions;
import org.filbert.train.rows.Encode;
import org.filbert.train.rows.HeldOutDraw;
import org.filbert.train.rows.KeptExamples;
import org.filbert.train.rows.MedianDistance;
import org.filbert.train.rows.RawSample;
import org.filbert.train.rows.SplitTasks;
import org.filbert.train.rows.Survey;
import org.filbert.train.rows.TransformTargets;
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
  private PreprocessingOptions options;
  private final Kernel kernel;
  private final Scaling scaling;
  private final boolean keeps;
  private double unit;
  private double weight;
  private long count;
  private List<String> notices = List.of();
  private List<String> farCells = List.of();
  private @Nullable EncodingChoices choices;
  private @Nullable TableEncoder cells;

  /** Prepares the rows of a training. */
  public Preparation(TrainingSpec spec) {
    this(spec, false);
  }

  /**
   * Prepares the rows of a training.
   *
   * @param keeps whether some of the records stay with the workers; see {@link KeptExamples}
   */
  Preparation(TrainingSpec spec, boolean keeps) {
    this.spec = spec;
    this.keeps = keeps;
    this.options = spec.preprocessing();
    this.kernel = spec.kernel();
    this.scaling = options.scaling();
    this.unit = spec.unit();
  }

  /**
   * Encodes the workers' records, which are gone afterwards.
   *
   * @throws org.filbert.data.DataException for a record that does not fit: another number of
   *     features, a validation row of an unknown class, no usable target, an empty document where
   *     that is not allowed
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
    spec.rows().apply(spec.seed(), workers);
    spec.validationFraction()
        .ifPresent(fraction -> SplitTasks.run(new ValidationSplit(spec.seed(), fraction), workers));
    TransformTargets.run(spec.objective().target(), workers);
    TableOptions table = options.table();
    boolean weighted = table != null && table.weight() != null;
    if (table != null && weighted) {
      RowWeights.take(table, workers);
    }
    if (keeps) {
      KeptExamples.keep(spec.seed(), workers);
    }
    EncodingChoices encodings = new EncodingChoices(this::question, spec.seed(), workers);
    choices = encodings;
    OutputsFitting targets =
        new OutputsFitting(options.centreTargets(), weighted, spec.objective().risk(), workers);
    Optional<TableEncoder> encoder =
        Optional.ofNullable(table)
            .map(
                own ->
                    from.map(model -> own.fittedBy(model, "from"))
                        .orElseGet(() -> fit(own, targets, encodings, workers)));
    TableReport met = encoder.map(fitted -> TableFitting.encode(fitted, workers)).orElse(null);
    encoder.ifPresent(
        fitted -> {
          options = options.encoded(fitted);
          cells = fitted;
        });
    Survey.Answer survey = Survey.of(workers);
    spec.rows()
        .check(
            spec.calibration() == CalibrationMode.FOLDS ? "calibration.folds" : "tuning.folds",
            survey.count(Role.TRAIN),
            survey.count(Role.VALIDATION));
    if (survey.count(Role.TRAIN) == 0) {
      throw new RefusedException("the training data have no usable row");
    }
    count = survey.count(Role.TRAIN);
    weight = met == null ? count : met.weight();
    TargetTransform given = spec.objective().target();
    Outputs first = targets.of(survey, given, from);
    RowEncoder preprocessing =
        from.isPresent()
            ? EncoderHalves.of(from.get(), spec.precision())
            : preprocessing(text, survey, first, encodings, workers);
    Outputs outputs =
        spec.open().target()
                && from.isEmpty()
                && text == null
                && encodings.logarithms(preprocessing, survey.count(Role.TRAIN), first)
            ? targets.ofLogarithms()
            : first;
    HeldOutDraw draw = HeldOutDraw.of(spec.seed(), spec.evaluation().rows(), survey);
    List<Encode.Answer> encoded = workers.gather(new Encode(preprocessing, outputs, draw));
    RowEncoder kept =
        from.map(TrainedModel::preprocessing)
            .orElseGet(
                () ->
                    encoder
                        .map(fitted -> EncoderHalves.ofCells(fitted, preprocessing))
                        .orElse(preprocessing));
    List<String> classes = spec.objective().classWeights().apply(outputs, workers);
    notices =
        Stream.of(farCells, notices, classes, OutputsFitting.unknownClasses(encoded))
            .flatMap(List::stream)
            .toList();
    return new Prepared(
        encoded.stream().map(Encode.Answer::rows).toList(),
        encoded.stream().mapToLong(Encode.Answer::validationRows).sum(),
        encoded.stream().mapToLong(Encode.Answer::testRows).sum(),
        survey.count(Role.VALIDATION) + survey.count(Role.TEST),
        encoded.stream().mapToInt(Encode.Answer::heldOutRows).max().orElse(0),
        kept,
        outputs,
        spec.medianSigma()
            ? kernel.withSigma(
                spec.open().kernel() || spec.open().sigma()
                    ? MedianDistance.ofDiffering(
                        "sigma: auto", workers, spec.seed(), kernel.power())
                    : MedianDistance.of("sigma: median", workers, spec.seed(), kernel.power()))
            : spec.kernelIn(unit),
        String.format(Locale.ROOT, "%016x", survey.fingerprint()),
        survey.bad(),
        encoded.stream().mapToLong(Encode.Answer::values).sum() / (double) survey.count(Role.TRAIN),
        text != null
            ? encoded.stream().map(Encode.Answer::text).reduce(TextReport::plus).orElseThrow()
            : null,
        met);
  }

  private TableEncoder fit(
      TableOptions table, OutputsFitting targets, EncodingChoices encodings, Workers workers) {
    TableFitting fitting = new TableFitting(table.settled(List.of()), workers);
    TableEncoder numbers = fitting.fit();
    farCells = fitting.notices();
    if (table.open().isEmpty()) {
      return numbers;
    }
    Survey.Answer survey = Survey.of(workers);
    count = survey.count(Role.TRAIN);
    weight = count; // what rows weigh in all is known when they are encoded
    List<TableColumn> open = table.open().stream().map(fitting::asCategories).toList();
    List<String> categories =
        encodings.categories(
            numbers, open, count, targets.of(survey, spec.objective().target(), Optional.empty()));
    return numbers.with(
        open.stream().filter(column -> categories.contains(column.name())).toList());
  }

  /** What the last run found that the user should know, a line each. */
  public List<String> notices() {
    return notices;
  }

  /** What the last run chose between encodings. */
  EncodingChoices choices() {
    return Objects.requireNonNull(choices, "before a run");
  }

  /** What a choice between encodings of some rows is made by. */
  private Selection.Question question(Rows rows, Precision precision, Outputs outputs) {
    DoubleUnaryOperator median = p -> MedianDistance.ofFirst(rows, p);
    return new Selection.Question(
        spec.open(),
        spec.medianSigma()
            ? kernel.withSigma(median.applyAsDouble(kernel.power()))
            : spec.kernelIn(unit),
        spec::takes,
        median,
        spec.objective().ridge().absolute(weight),
        Selection.leastRidge(precision, spec.summedRows(count)),
        spec.criterion(outputs),
        spec.codes(outputs));
  }

  private RowEncoder preprocessing(
      @Nullable TextOptions text,
      Survey.Answer survey,
      Outputs outputs,
      EncodingChoices encodings,
      Workers workers) {
    return text != null
        ? new TextFitting(text, workers).fit(survey, spec.precision().orElse(Precision.SINGLE))
        : preprocessing(survey, outputs, encodings, workers);
  }

  private RowEncoder preprocessing(
      Survey.Answer survey, Outputs outputs, EncodingChoices encodings, Workers workers) {
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
            RawSample.ROWS,
            survey.count(Role.TRAIN),
            sparse ? (double) survey.nonZeros() / survey.count(Role.TRAIN) : d,
            spec.seed());
    Notices found = new Notices(options, survey.count(Role.TRAIN));
    if (sparse && options.quantiles() == Quantiles.NORMAL) {
      throw new RefusedException(
          "preprocessing.quantiles is normal, which needs dense rows, found sparse ones; what"
              + " helps: storage: dense");
    }
    RowEncoder chosen =
        sparse
            ? sparse(d, sample, outputs, found, encodings, workers)
            : dense(d, sample, outputs, found, encodings, workers);
    if (outputs instanceof Outputs.Targets targets && options.centreTargets()) {
      new SampleLook(found).targets(sample, targets);
    }
    if (cells != null) {
      new TellingInputs(sample, found).tell(cells);
    }
    notices = found.lines();
    return chosen;
  }

  private RowEncoder dense(
      int d,
      RawSample sample,
      Outputs outputs,
      Notices found,
      EncodingChoices encodings,
      Workers workers) {
    FeatureStatistics statistics = FeatureStatistics.measure(d, workers);
    DenseFit fit = new DenseFit(kernel, scaling, statistics, sample.features());
    if (spec.medianSigma()) {
      unit = PowerOfTwo.ofWidth(fit.medianDistance());
    }
    OptionalDouble sigma = spec.medianSigma() ? OptionalDouble.empty() : kernel.width();
    Preprocessing map = fit.map(Precision.DOUBLE, sigma, unit);
    RowEncoder scores =
        encodings.quantiles(
            options.quantiles(),
            spec.precision().orElse(spec.open().ridge() ? Precision.DOUBLE : Precision.SINGLE),
            map,
            Optional.ofNullable(cells),
            count,
            outputs);
    Optional<Precision> asked = asked(scores, sample, outputs, encodings);
    if (scores instanceof NormalScores normal) {
      new ColumnLook(statistics, fit, found).look(scaling, workers);
      return normal.in(asked.orElse(Precision.SINGLE)); // which no value is too far off for
    }
    Precision precision =
        precision(
            asked,
            map,
            FarthestValue.of(statistics, map),
            sample,
            fit.distances(unit),
            found,
            workers);
    new ColumnLook(statistics, fit, found).look(scaling, workers);
    return fit.map(precision, sigma, unit);
  }

  private Preprocessing sparse(
      int d,
      RawSample sample,
      Outputs outputs,
      Notices found,
      EncodingChoices encodings,
      Workers workers) {
    Preprocessing raw = sparse(d, Precision.DOUBLE);
    RawSample fitting = sample.ofWidth(d);
    double[] distances =
        kernel.shiftInvariant()
            ? new Distances(raw.apply(fitting.features()), kernel.power()).sorted(1)
            : new double[0];
    if (spec.medianSigma() && distances.length > 0) {
      unit = PowerOfTwo.ofWidth(distances[distances.length / 2]);
    }
    Preprocessing map = sparse(d, Precision.DOUBLE);
    Arrays.setAll(distances, i -> distances[i] * unit);
    return sparse(
        d,
        precision(
            asked(map, fitting, outputs, encodings),
            map,
            FarthestValue.ofSparse(map, workers),
            fitting,
            distances,
            found,
            workers));
  }

  private Preprocessing sparse(int d, Precision precision) {
    return new Preprocessing(d, true, precision, new double[0], DenseFit.uniform(scaling, unit));
  }

  /** The precision that the configuration has, or that an open ridge needs. */
  private Optional<Precision> asked(
      RowEncoder encoder, RawSample sample, Outputs outputs, EncodingChoices encodings) {
    return spec.precision().isPresent() || !spec.open().ridge()
        ? spec.precision()
        : Optional.of(encodings.precision(encoder, sample, count, outputs))
            .filter(chosen -> chosen == Precision.DOUBLE);
  }

  /**
   * Chooses the precision by a look at the rows.
   *
   * @param asked the precision that is wanted, if any
   * @param map in double precision
   * @param distances of the sample under this map
   */
  private Precision precision(
      Optional<Precision> asked,
      Preprocessing map,
      FarthestValue reach,
      RawSample sample,
      double[] distances,
      Notices found,
      Workers workers) {
    double median = distances.length == 0 ? 0 : distances[distances.length / 2];
    Kernel narrow =
        spec.medianSigma() && median > 0 ? kernel.withSigma(median) : spec.kernelIn(unit);
    List<Double> sigmas = spec.sigmas();
    Kernel wide =
        sigmas.isEmpty() ? narrow : kernel.withSigma(sigmas.get(sigmas.size() - 1) * unit);
    new SampleLook(found).kernels(narrow, wide, distances, unit);
    double norm2 = Arrays.stream(map.apply(sample.features()).squaredNorms()).max().orElse(0);
    return new PrecisionChoice(asked, ridge(), narrow, map.sparse(), median, found, workers)
        .of(reach, norm2);
  }

  /** The smallest ridge; infinite for solvers without one. */
  private double ridge() {
    double smallest = spec.objective().ridge().absolute(weight).get(0);
    return spec.solver() instanceof MethodOptions || smallest == 0
        ? Double.POSITIVE_INFINITY
        : smallest;
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
