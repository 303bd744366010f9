package org.filbert.jobs.training.tuning;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.training.TuningConfig;
import org.filbert.jobs.config.yaml.ConfigException;

/**
 * The configurations of trials.
 *
 * @param base the configuration of the search
 */
record TrialConfigs(TrainConfig base) {
  private static final JsonNode ABSENT = MissingNode.getInstance();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Number of parts of the training rows that are held out, each once; 1 without folds. */
  int folds() {
    return base.tuning().map(TuningConfig::folds).orElse(OptionalInt.empty()).orElse(1);
  }

  /**
   * A trial's configuration, or that of several.
   *
   * @param name for messages
   * @param budget share of the rows or epochs
   * @param fold from 0
   * @param store where its model goes
   * @throws ConfigException if these settings are not allowed
   */
  TrainConfig trial(
      String name, Map<String, JsonNode> settings, double budget, int fold, String store) {
    Map<String, JsonNode> values = common(settings, fold);
    values.put("store", NODES.textNode(store));
    TrainConfig whole = with(values, name, settings);
    if (budget == 1) {
      return whole;
    }
    if (base.tuning().map(TuningConfig::budget).orElseThrow() == TuningConfig.Budget.EPOCHS) {
      int epochs = whole.solver().stopping().epochs();
      String key =
          epochsKey(whole)
              .orElseThrow(
                  () ->
                      new ConfigException(
                          "tuning.budget is epochs, the solver has no key for them"));
      values.put(key, NODES.numberNode((int) Math.max(1, Math.round(budget * epochs))));
    } else {
      values.put("data.share", NODES.numberNode(budget * whole.data().share().orElse(1)));
    }
    return with(values, name, settings);
  }

  /**
   * The configuration of the model with the chosen settings.
   *
   * @param epochs at which the chosen trial was best, which are all that a training on all rows has
   */
  TrainConfig chosen(Map<String, JsonNode> settings, OptionalInt epochs) {
    Map<String, JsonNode> values = common(settings, 0);
    if (epochs.isPresent()) {
      values.put("choose.refit", NODES.booleanNode(true));
      epochsKey(with(values, "the chosen trial", settings))
          .ifPresent(key -> values.put(key, NODES.numberNode(epochs.getAsInt())));
      values.put("solver.patience", ABSENT);
    }
    return with(values, "the chosen trial", settings);
  }

  private Map<String, JsonNode> common(Map<String, JsonNode> settings, int fold) {
    Map<String, JsonNode> values = new LinkedHashMap<>(settings);
    values.put("tuning", ABSENT);
    values.put("choose.refit", ABSENT);
    if (folds() > 1) {
      values.put("data.validationFold", NODES.textNode((fold + 1) + "/" + folds()));
    }
    return values;
  }

  private TrainConfig with(
      Map<String, JsonNode> values, String name, Map<String, JsonNode> settings) {
    String origin = settings.isEmpty() ? name : name + " (" + described(settings) + ")";
    return new ConfigLoader().with(base, values, origin, TrainConfig.class);
  }

  /** The key of the most epochs, or iterations, of a solver. */
  private static Optional<String> epochsKey(TrainConfig config) {
    return Arrays.stream(config.solver().getClass().getRecordComponents())
        .map(component -> component.getName())
        .filter(name -> name.equals("epochs") || name.equals("maxIterations"))
        .map(name -> "solver." + name)
        .findFirst();
  }

  /** Settings in one line. */
  static String described(Map<String, JsonNode> settings) {
    return texts(settings).entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  /** Settings as text. */
  static Map<String, String> texts(Map<String, JsonNode> settings) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : settings.entrySet()) {
      JsonNode value = entry.getValue();
      texts.put(entry.getKey(), value.isValueNode() ? value.asText() : value.toString());
    }
    return texts;
  }
}
