package org.filbert.jobs.config.stream;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.filbert.features.RandomFourier;
import org.filbert.jobs.config.yaml.AtLeastOne;
import org.filbert.operators.online.FeatureAdapter;
import org.filbert.train.columns.Scaling;

/**
 * Rows of a stream.
 *
 * @param features Number d of features, at most 131,072; a topic needs it. Default: as in the file
 * @param unknown Whether a row with more features cannot be used, or they are left out.
 * @param missing Whether a row that lacks numbers cannot be used, or they are zero.
 * @param scaling {@code none} or {@code divide}: the range of a stream is not known beforehand.
 * @param spreads In place of {@code scaling}: the typical spread of each feature, by which it is
 *     divided.
 * @param sparse Whether rows are stored sparse.
 * @param groups Classes that stand for several labels each.
 * @param classes The classes that there are. Default: as they occur
 * @param labelDelay How long a row waits for its label from {@code input.kafka.labels}. Default: no
 *     label topic
 * @param labelRows Largest number of rows and labels that wait for each other.
 */
public record StreamRowsConfig(
    OptionalInt features,
    @JsonProperty(defaultValue = "refuse") FeatureAdapter.Unknown unknown,
    @JsonProperty(defaultValue = "refuse") FeatureAdapter.Missing missing,
    @JsonProperty(defaultValue = "{type: none}") Scaling scaling,
    @JsonProperty(defaultValue = "[]") List<Double> spreads,
    @JsonProperty(defaultValue = "false") boolean sparse,
    @JsonProperty(defaultValue = "{}") Map<String, List<String>> groups,
    @JsonProperty(defaultValue = "[]") List<String> classes,
    Optional<Duration> labelDelay,
    @JsonProperty(defaultValue = "1000000") int labelRows) {
  public StreamRowsConfig {
    features.ifPresent(StreamRowsConfig::requireFeatures);
    AtLeastOne.require("labelRows", labelRows);
    if (!(scaling instanceof Scaling.None || scaling instanceof Scaling.Divide)) {
      throw new IllegalArgumentException(
          "scaling is min-max or standard, must be none or divide: a stream's range is not known"
              + " beforehand");
    }
    if (!spreads.isEmpty() && !(scaling instanceof Scaling.None)) {
      throw new IllegalArgumentException("spreads and scaling are both given, must be one of them");
    }
    for (double spread : spreads) {
      if (!(spread > 0 && Double.isFinite(spread))) {
        throw new IllegalArgumentException("spreads has " + spread + ", must be numbers above 0");
      }
    }
    Set<String> seen = new HashSet<>();
    for (List<String> labels : groups.values()) {
      for (String label : labels) {
        if (!seen.add(label)) {
          throw new IllegalArgumentException("groups: label " + label + " is in two groups");
        }
      }
    }
    if (groups.size() == 1 || classes.size() == 1) {
      throw new IllegalArgumentException("groups or classes has one class, must have two or more");
    }
    if (!groups.isEmpty() && !classes.isEmpty()) {
      throw new IllegalArgumentException(
          "groups and classes are both given, the groups are the classes");
    }
  }

  private static void requireFeatures(int features) {
    AtLeastOne.require("features", features);
    if (features > RandomFourier.MAX_INPUTS) {
      throw new IllegalArgumentException(
          "features is " + features + ", must be at most " + RandomFourier.MAX_INPUTS);
    }
  }

  /** The first key that is given and only rows of numbers have. */
  Optional<String> keyOfNumbers() {
    Map<String, Boolean> given = new LinkedHashMap<>();
    given.put("features", features.isPresent());
    given.put("unknown", unknown != FeatureAdapter.Unknown.REFUSE);
    given.put("missing", missing != FeatureAdapter.Missing.REFUSE);
    given.put("scaling", !(scaling instanceof Scaling.None));
    given.put("spreads", !spreads.isEmpty());
    return given.entrySet().stream().filter(Map.Entry::getValue).map(Map.Entry::getKey).findFirst();
  }

  /** The classes that there are, in their order; empty if they are taken as they come. */
  public List<String> knownClasses() {
    return groups.isEmpty() ? classes : groups.keySet().stream().sorted().toList();
  }
}
