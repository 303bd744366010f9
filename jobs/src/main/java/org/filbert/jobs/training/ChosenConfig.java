package org.filbert.jobs.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.TrainConfig;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelType;
import org.filbert.selection.OpenChoices;
import org.filbert.selection.Selection;
import org.filbert.train.Quantiles;
import org.filbert.train.Training;
import org.filbert.train.TrainingSpec;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a run with what it has chosen in place of {@code auto}: its training has the
 * same bits.
 */
final class ChosenConfig {
  private ChosenConfig() {}

  /** The YAML; none if nothing was left open. */
  static Optional<String> yaml(TrainingRun run, Training.State state) {
    OpenChoices open = run.spec().open();
    boolean quantiles = run.spec().preprocessing().quantiles() == Quantiles.AUTO;
    if (!open.byRows() && !open.approach() && !open.target() && !quantiles) {
      return Optional.empty();
    }
    ConfigLoader loader = new ConfigLoader();
    TrainingSpec settled = Training.settled(run.spec(), state);
    Map<String, JsonNode> values = new LinkedHashMap<>();
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    Selection selection = settled(run, state);
    if (selection != null && (open.kernel() || open.sigma())) {
      values.put("kernel", section(selection.best().kernel()));
    }
    if (selection != null && open.ridge()) {
      values.put("objective.ridge", nodes.numberNode(selection.best().ridge()));
    }
    if (quantiles) {
      values.put(
          "preprocessing.quantiles",
          nodes.textNode(text(Quantiles.of(state.prepared().preprocessing()))));
    }
    if (open.target()) {
      values.put("objective.target", nodes.textNode(text(state.prepared().outputs().transform())));
    }
    if (open.system()) {
      values.put("system", loader.node(settled.system()));
    }
    if (open.solver()) {
      values.put("solver", loader.node(settled.solver()));
    }
    values.put(
        "precision",
        nodes.textNode(RunNumerics.name(state.prepared().preprocessing().precision())));
    values.put("parallelism", nodes.numberNode(run.workers()));
    TrainConfig config = loader.parse(run.configuration(), TrainConfig.class);
    return Optional.of(
        loader.toYaml(loader.with(config, values, "what was chosen", TrainConfig.class)));
  }

  /**
   * What stands for {@code auto}; null where that stays. A metric is learned with settings that are
   * chosen for each of its iterations, and targets of classes with the choice of a kernel.
   */
  private static @Nullable Selection settled(TrainingRun run, Training.State state) {
    Selection selection = state.selection();
    return run.spec().metric().any() || selection == null || selection.best().codes() != null
        ? null
        : selection;
  }

  private static String text(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** A kernel as its section: the keys of its options are named like its parameters. */
  private static JsonNode section(Kernel kernel) {
    ObjectNode section = JsonNodeFactory.instance.objectNode();
    KernelType.all().stream()
        .filter(type -> type.kernel() == kernel.getClass())
        .findFirst()
        .ifPresent(type -> section.put("type", type.name()));
    for (RecordComponent parameter : kernel.getClass().getRecordComponents()) {
      try {
        section.put(parameter.getName(), (double) parameter.getAccessor().invoke(kernel));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e); // parameters of kernels are public numbers
      }
    }
    return section;
  }
}
