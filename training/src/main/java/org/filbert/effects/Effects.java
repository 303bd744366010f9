package org.filbert.effects;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.linalg.Backend;
import org.filbert.model.LearnedMetric;
import org.filbert.model.TrainedModel;

/**
 * The effects of a model's foremost inputs: at most {@value #MOST}, those of the largest shares in
 * the trace of a learned metric, or else those whose mean answer varies the most in a look at a few
 * records. Inputs of one value have no effect to look at, and documents and sparse records none of
 * an input.
 *
 * @param rows records that the means are of
 * @param quantity what the curves are of
 * @param order what the inputs were chosen by
 * @param looked inputs that were chosen from
 * @param inputs the foremost first
 */
public record Effects(int rows, Quantity quantity, Order order, int looked, List<Effect> inputs) {
  /** What curves are of. */
  public enum Quantity {
    /** The target, in its units. */
    PREDICTION,
    /** The probability of a class. */
    PROBABILITY,
    /** The score of a class, in a model without probabilities. */
    SCORE
  }

  /** What inputs are chosen by. */
  public enum Order {
    /** Shares in the trace of a learned metric. */
    METRIC,
    /** How far the means go apart. */
    RANGE
  }

  /** Inputs at most. */
  public static final int MOST = 6;

  /** Inputs that are looked at to choose some, without a metric. */
  private static final int LOOKED = 64;

  /** Records of such a look. */
  private static final int LOOKED_ROWS = 40;

  /** Values of such a look. */
  private static final int LOOKED_VALUES = 5;

  /** Coefficients times features of the models from which on fewer records are taken. */
  private static final double LARGE = 1e8;

  private static final int FEWEST_ROWS = 50;

  public Effects {
    inputs = List.copyOf(inputs);
  }

  /**
   * The effects; nothing where there is none.
   *
   * @param examples training records, in random order
   * @param names of the features of dense records; none if they are not known
   */
  public static Optional<Effects> of(
      TrainedModel model, List<Instance.Example> examples, List<String> names, Backend backend) {
    List<VariedInput> inputs = VariedInputs.of(model.preprocessing(), names);
    if (examples.isEmpty() || inputs.isEmpty()) {
      return Optional.empty();
    }
    List<Features> records =
        examples.stream()
            .limit(rows(model, examples.size()))
            .map(example -> record(example.features(), model.preprocessing().features()))
            .toList();
    Answers answers = Answers.of(model, examples);
    try (EffectCurves curves = new EffectCurves(model, answers, backend)) {
      Order order = model.preprocessing() instanceof LearnedMetric ? Order.METRIC : Order.RANGE;
      List<VariedInput> candidates =
          order == Order.METRIC ? inputs : inputs.subList(0, Math.min(LOOKED, inputs.size()));
      List<VariedInput> varied =
          candidates.stream().filter(input -> input.levels(records).size() > 1).toList();
      List<Effect> effects =
          foremost(varied, importance(model, records, curves)).stream()
              .map(input -> curves.of(input, records, NumberGrid.VALUES))
              .filter(Effect::finite)
              .toList();
      return effects.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Effects(records.size(), answers.quantity(), order, candidates.size(), effects));
    }
  }

  private static List<VariedInput> foremost(
      List<VariedInput> inputs, ToDoubleFunction<VariedInput> importance) {
    double[] importances = inputs.stream().mapToDouble(importance).toArray();
    return IntStream.range(0, importances.length)
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(i -> importances[i]).reversed())
        .limit(MOST)
        .map(inputs::get)
        .toList();
  }

  private static ToDoubleFunction<VariedInput> importance(
      TrainedModel model, List<Features> records, EffectCurves curves) {
    List<Features> few = records.subList(0, Math.min(LOOKED_ROWS, records.size()));
    return model.preprocessing() instanceof LearnedMetric metric
        ? input -> EffectCurves.share(metric.diagonal(), input)
        : input -> {
          Effect look = curves.of(input, few, LOOKED_VALUES);
          return look.finite() ? look.range() : 0;
        };
  }

  /** The number of records, which is smaller for large models. */
  private static int rows(TrainedModel model, int examples) {
    double size = (double) model.model().coefficients().rows() * model.model().features();
    return (int) Math.max(FEWEST_ROWS, examples * Math.min(1, LARGE / size));
  }

  /** Sparse records of a model of dense rows have all features, too. */
  private static Features record(Features features, int width) {
    if (!(features instanceof Features.Sparse sparse)) {
      return features;
    }
    double[] values = new double[width];
    for (int t = 0; t < sparse.indices().length; t++) {
      values[sparse.indices()[t]] = sparse.values()[t];
    }
    return new Features.Dense(values);
  }
}
