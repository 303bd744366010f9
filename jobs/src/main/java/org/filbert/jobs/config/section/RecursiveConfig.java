package org.filbert.jobs.config.section;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.filbert.features.RandomFourier;
import org.filbert.jobs.config.section.GradientsConfig.LossChoice;
import org.filbert.linalg.Precision;
import org.filbert.online.recursive.ExpertOptions;
import org.filbert.online.recursive.FirstRowsUse;
import org.filbert.online.recursive.RecursiveOptions;

/**
 * Options of recursive least squares on random Fourier features.
 *
 * @param algorithm The method.
 * @param experts The experts, whose scores are added with the weights of their vote.
 * @param ridge Penalty δ on squared coefficients, above 0; it does not fade.
 * @param rate Sharpness η of the vote: an expert with the fading loss L has a weight in proportion
 *     to exp(-η·L).
 * @param firstRows Rows that tell how all rows are scaled; 0: rows stay as they are.
 * @param scaling What the first rows tell of each feature: its median and mean absolute deviation
 *     ({@code spreads}), or the ranks of its values, which become normal quantiles ({@code ranks}).
 */
public record RecursiveConfig(
    @JsonProperty(defaultValue = "recursive-least-squares") AlgorithmChoice algorithm,
    @JsonProperty(defaultValue = DEFAULT) List<ExpertsConfig> experts,
    @JsonProperty(defaultValue = "0.01") double ridge,
    @JsonProperty(defaultValue = "96.0") double rate,
    @JsonProperty(defaultValue = "500") int firstRows,
    @JsonProperty(defaultValue = "spreads") FirstRowsUse scaling)
    implements LearnerConfig {
  private static final String DEFAULT =
      "[{kernel: {type: gaussian, sigma: [1.0, 3.0]}, features: 100, memories: [0.999, 0.99,"
          + " 0.95]}, {kernel: {type: laplacian, sigma: [1.0, 3.0]}, features: 100, memories:"
          + " [0.999, 0.99, 0.95]}, {kernel: {type: gaussian, sigma: 1.0}, features: 300, memories:"
          + " [0.999, 0.99]}, {kernel: {type: gaussian, sigma: 3.0}, features: 300, memories:"
          + " [1.0]}, {kernel: {type: gaussian, sigma: 1.0}, features: 2000, memories: [1.0]},"
          + " {kernel: {type: gaussian, sigma: 1.0}, features: 100, order: 1, memories: [1.0,"
          + " 0.999]}, {kernel: {type: gaussian, sigma: 0.5}, features: 200, order: 2, memories:"
          + " [1.0, 0.999]}, {kernel: {type: laplacian, sigma: 0.5}, features: 1000, order: 3,"
          + " memories: [0.9995]}]";

  /** The algorithm of these options. */
  public enum AlgorithmChoice {
    RECURSIVE_LEAST_SQUARES
  }

  public RecursiveConfig {
    experts = List.copyOf(experts);
    if (experts.isEmpty()) {
      throw new IllegalArgumentException("experts is empty, must have one or more");
    }
    if (scaling == FirstRowsUse.RANKS && firstRows == 0) {
      throw new IllegalArgumentException(
          "firstRows is 0, must be 1 or more with scaling: ranks, which are those of the first"
              + " rows");
    }
    new RecursiveOptions(
        options(experts, 1, 1, ridge), Precision.DOUBLE, rate, firstRows, 0); // checks the rest
  }

  @JsonIgnore
  @Override
  public LossChoice loss() {
    return LossChoice.SQUARE;
  }

  /**
   * Predictions are those of batches of one, whatever the size. In long batches the workers seldom
   * wait for messages and for each other.
   */
  @JsonIgnore
  @Override
  public int batchSize() {
    return 256;
  }

  @JsonIgnore
  @Override
  public Duration topicDelay() {
    return Duration.ofMillis(10);
  }

  /** The options of the numerics. */
  public RecursiveOptions options(
      int features, long seed, Precision precision, long frequencyBytes) {
    return new RecursiveOptions(
        options(experts, features, seed, ridge), precision, rate, firstRows, frequencyBytes);
  }

  /**
   * The experts' options. Those of one map are apart from each other, so that the workers have
   * about as much to do each.
   */
  private static List<ExpertOptions> options(
      List<ExpertsConfig> experts, int features, long seed, double ridge) {
    Map<RandomFourier, List<Double>> maps = new LinkedHashMap<>();
    for (ExpertsConfig each : experts) {
      for (RandomFourier map : each.maps(features, seed, maps.size())) {
        maps.put(map, each.memories());
      }
    }
    List<ExpertOptions> all = new ArrayList<>();
    int most = maps.values().stream().mapToInt(List::size).max().orElseThrow();
    for (int i = 0; i < most; i++) {
      int place = i;
      maps.forEach(
          (map, memories) -> {
            if (place < memories.size()) {
              all.add(new ExpertOptions(map, memories.get(place), ridge));
            }
          });
    }
    return all;
  }
}
