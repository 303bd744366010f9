package org.filbert.jobs.training.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.section.ColumnConfig;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelType;
import org.filbert.kernel.MetricOptions;
import org.filbert.model.TablePreprocessing;
import org.filbert.selection.OpenChoices;
import org.filbert.selection.Selection;
import org.filbert.train.Training;
import org.filbert.train.TrainingSpec;
import org.filbert.train.TrainingState;
import org.filbert.train.columns.Quantiles;
import org.filbert.train.columns.TableOptions;
import org.filbert.train.metric.MetricScore;
import org.filbert.train.rows.ClassWeights;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a run with what it has chosen in place of {@code auto}, without the keys
 * that have their defaults. Its training has the same bits.
 */
public final class ChosenConfig {
  private static final String HEADER =
      """
      # What a run of filbert chose: filbert train repeats its model. Other keys have their defaults.
      """;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private ChosenConfig() {}

  /** The YAML; none if nothing was left open, or it is not settled yet. */
  public static Optional<String> yaml(TrainingRun run, TrainingState state) {
    TrainingSpec spec = run.spec();
    OpenChoices open = spec.open();
    boolean quantiles = spec.preprocessing().quantiles() == Quantiles.AUTO;
    boolean metric =
        spec.metric().any()
            && !spec.metric().given()
            && spec.sigmas().isEmpty()
            && (open.ridge() || spec.objective().ridge().values().size() == 1);
    boolean columns =
        spec.preprocessing().table() != null && !spec.preprocessing().table().open().isEmpty();
    if (!state.settled()
        || !(open.byRows() || open.approach() || open.target() || quantiles || columns || metric)) {
      return Optional.empty();
    }
    ConfigLoader loader = new ConfigLoader();
    Map<String, JsonNode> values = new LinkedHashMap<>();
    Selection selection = selection(state);
    List<MetricScore> path = state.metricPath();
    boolean coded = selection == null && state.selection() != null;
    if (metric && !path.isEmpty() && !coded) {
      values.put("kernel", section(path, spec.metric(), state));
    } else if (selection != null && (open.kernel() || open.sigma())) {
      values.put("kernel", section(selection.best().kernel()));
    }
    if (selection != null && open.ridge()) {
      values.put("objective.ridge", NODES.numberNode(selection.best().ridge()));
    }
    if (Training.calibratesByLeavingOut(spec, state) && !coded) {
      values.put("calibration", NODES.textNode("left-out"));
    }
    if (spec.objective().classWeights() instanceof ClassWeights.Automatic && !isRare(state)) {
      values.put("objective.classWeights", MissingNode.getInstance());
    }
    if (quantiles) {
      values.put(
          "preprocessing.quantiles",
          NODES.textNode(text(Quantiles.of(state.prepared().preprocessing()))));
    }
    if (open.target()) {
      values.put("objective.target", NODES.textNode(text(state.prepared().outputs().transform())));
    }
    TrainingSpec settled = spec.settled(state.selection(), state.approach());
    if (open.system()) {
      values.put("system", loader.node(settled.system()));
    }
    if (open.solver()) {
      values.put("solver", loader.node(settled.solver()));
    }
    if (open.approach()) {
      values.put("budget.time", MissingNode.getInstance());
    }
    values.put(
        "precision",
        NODES.textNode(RunNumerics.name(state.prepared().preprocessing().precision())));
    values.put("parallelism", NODES.numberNode(run.workers()));
    TrainConfig config = loader.parse(run.configuration(), TrainConfig.class);
    if (columns) {
      values.put("preprocessing.columns", columns(config, state, loader));
    }
    return Optional.of(
        HEADER
            + loader.toShortYaml(
                loader.with(config, values, "what was chosen", TrainConfig.class)));
  }

  /** The columns with numbers or categories, as was chosen, where either may be. */
  private static JsonNode columns(TrainConfig config, TrainingState state, ConfigLoader loader) {
    List<String> categories =
        state.prepared().preprocessing().ofRecords() instanceof TablePreprocessing table
            ? TableOptions.categories(table.table())
            : List.of();
    ObjectNode section = NODES.objectNode();
    config
        .preprocessing()
        .columns()
        .orElseThrow()
        .forEach(
            (name, column) ->
                section.set(
                    name,
                    column instanceof ColumnConfig.NumberOrCategory
                        ? NODES
                            .objectNode()
                            .put("type", categories.contains(name) ? "category" : "number")
                        : loader.node(column)));
    return section;
  }

  /** Whether one of two classes was found to be rare, so that their targets have a middle. */
  private static boolean isRare(TrainingState state) {
    double[] codes = state.selection() == null ? null : state.selection().best().codes();
    return codes != null && codes.length == 2;
  }

  /**
   * What stands for {@code auto}; null where that stays, as targets of classes are found with the
   * choice of a kernel.
   */
  private static @Nullable Selection selection(TrainingState state) {
    Selection selection = state.selection();
    double[] codes = selection == null ? null : selection.best().codes();
    boolean ofMore = codes != null && codes.length > 2; // the middle of two is found again
    return ofMore ? null : selection;
  }

  private static String text(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** A kernel with a metric, which is learned from the same solutions as this one. */
  private static JsonNode section(
      List<MetricScore> path, MetricOptions options, TrainingState state) {
    MetricScore last = path.get(path.size() - 1);
    ObjectNode section = section(last.kernel());
    if (path.size() == 1) {
      return section; // none was better than none
    }
    ObjectNode metric = section.putObject("metric").put("learn", last.form());
    state.learnedFrom().ifPresent(rows -> metric.put("rows", rows));
    options.sample().ifPresent(rows -> metric.put("sample", rows));
    options.centre().ifPresent(centre -> metric.put("centre", centre));
    if (state.metric() != null && state.metric().isRefined()) {
      metric.put("refine", true);
    }
    ArrayNode solutions = metric.putArray("solutions");
    for (MetricScore each : path.subList(0, path.size() - 1)) {
      solutions.addObject().put("ridge", each.ridge()).set("kernel", section(each.kernel()));
    }
    return section;
  }

  /** A kernel as its section: the keys of its options are named like its parameters. */
  private static ObjectNode section(Kernel kernel) {
    ObjectNode section = NODES.objectNode();
    KernelType.all().stream()
        .filter(type -> type.kernel() == kernel.getClass())
        .findFirst()
        .ifPresent(type -> section.put("type", type.name()));
    for (RecordComponent parameter : kernel.getClass().getRecordComponents()) {
      try {
        Object value = parameter.getAccessor().invoke(kernel);
        if (value instanceof Integer whole) {
          section.put(parameter.getName(), whole);
        } else {
          section.put(parameter.getName(), (double) value);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e); // parameters of kernels are public numbers
      }
    }
    return section;
  }
}
