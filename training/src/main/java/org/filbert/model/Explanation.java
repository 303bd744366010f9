package org.filbert.model;

import java.util.List;
import org.filbert.data.Features;
import org.filbert.linalg.Backend;

/**
 * What each input adds to a score: v(∅) and the Shapley values φ_1, …, φ_d of a game v, which add
 * up to the score. Features that a column of a table becomes count as one input. Of targets whose
 * logarithms are learned, all are those of the logarithm.
 */
public sealed interface Explanation permits ShapleyValues, SampledShapleyValues {
  /** Names of the d inputs. */
  List<String> names();

  /** Whether the values are means over sampled orders of the inputs. */
  boolean sampled();

  /** How many numbers explain a score. */
  default int numbers() {
    return 1 + names().size() + (sampled() ? 1 : 0);
  }

  /**
   * Explains a score: v(∅), then φ_1, …, φ_d, in the units of the targets; if they are sampled,
   * then the largest of their standard errors.
   *
   * @param output its place among the k scores
   */
  double[] of(Features record, int output);

  /**
   * Explains a model: exactly if its kernel is a product over the inputs, else by sampling.
   *
   * @throws IllegalArgumentException if it is one of documents or of sparse rows
   */
  static Explanation of(TrainedModel model, Backend backend) {
    if (model.preprocessing() instanceof TextPreprocessing || model.preprocessing().sparse()) {
      throw new IllegalArgumentException(
          "found a model of documents or sparse rows, allowed one of dense numbers");
    }
    return ShapleyValues.explains(model)
        ? ShapleyValues.of(model)
        : new SampledShapleyValues(model, backend);
  }
}
