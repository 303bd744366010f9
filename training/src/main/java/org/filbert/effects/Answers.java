package org.filbert.effects;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.filbert.calibration.Probabilities;
import org.filbert.data.Instance;
import org.filbert.data.Outputs;
import org.filbert.data.Target;
import org.filbert.model.TrainedModel;
import org.jspecify.annotations.Nullable;

/**
 * What a model says of a record: the first target, or the probability (without calibration the
 * score) of the second of two classes, or of the most frequent ones of more.
 *
 * @param probabilities of the classes by their scores; null without calibration, and of numbers
 * @param names of the outputs
 * @param places of the outputs among probabilities or scores
 */
record Answers(
    Effects.Quantity quantity,
    @Nullable Probabilities probabilities,
    List<String> names,
    int[] places) {
  /** Classes at most. */
  private static final int CLASSES = 3;

  static Answers of(TrainedModel model, List<Instance.Example> examples) {
    if (!(model.outputs() instanceof Outputs.Classes classes)) {
      String name = model.outputs().columns() > 1 ? "target 1" : "prediction";
      return new Answers(Effects.Quantity.PREDICTION, null, List.of(name), new int[] {0});
    }
    List<String> names = classes.names();
    boolean two = names.size() == 2;
    int[] shown = two ? new int[] {1} : frequent(names, examples);
    List<String> shownNames = Arrays.stream(shown).mapToObj(names::get).toList();
    return model.calibration() instanceof Probabilities known
        ? new Answers(Effects.Quantity.PROBABILITY, known, shownNames, shown)
        : new Answers(Effects.Quantity.SCORE, null, shownNames, two ? new int[] {0} : shown);
  }

  /** The most frequent classes, in the order of the classes. */
  private static int[] frequent(List<String> names, List<Instance.Example> examples) {
    Map<Target, Integer> counts = new HashMap<>();
    examples.forEach(
        example -> counts.merge(Objects.requireNonNull(example.target()), 1, Integer::sum));
    return IntStream.range(0, names.size())
        .boxed()
        .sorted(
            Comparator.<Integer>comparingInt(
                    place -> counts.getOrDefault(new Target.ClassName(names.get(place)), 0))
                .reversed())
        .limit(CLASSES)
        .mapToInt(place -> place)
        .sorted()
        .toArray();
  }

  /** A number, or the end of the range of probabilities that is nearest to it. */
  double within(double value) {
    return quantity == Effects.Quantity.PROBABILITY ? Math.max(0, Math.min(1, value)) : value;
  }

  /** The answers to a record by its scores. */
  double[] of(double[] scores) {
    double[] all = probabilities == null ? scores : probabilities.of(scores);
    return Arrays.stream(places).mapToDouble(place -> all[place]).toArray();
  }
}
