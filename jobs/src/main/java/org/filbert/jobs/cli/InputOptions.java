package org.filbert.jobs.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.parquet.Parquet;
import org.filbert.data.Outputs;
import org.filbert.data.Role;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.model.Provenance;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.operators.scoring.ModelChoice;
import org.filbert.operators.scoring.SharedModel;
import org.filbert.table.CellColumns;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options for the rows to score and their format. */
final class InputOptions {
  @Option(
      names = "--input",
      paramLabel = "FILE",
      description =
          "A file of rows, or a directory of such files. Required without --query and --topic.")
  String input = "";

  @Mixin QueryOption query = new QueryOption();

  /** File that keeps the rows of the query. */
  private @Nullable String kept;

  @Option(
      names = "--rows",
      paramLabel = "FIRST-LAST",
      description = "Use only these rows of the file, counted from 1.")
  @Nullable String rows;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "csv, parquet, npy, libsvm, idx, jsonlines or documents; with options as in a"
              + " configuration: '{type: csv, header: true, label: lettr}' (default: that of the"
              + " training data).")
  @Nullable String format;

  @Option(
      names = "--label",
      paramLabel = "NAME",
      description =
          "Name or number of the label's column or field; for idx data, the file of labels.")
  @Nullable String label;

  @Option(names = "--no-label", description = "The rows have no label.")
  boolean noLabel;

  @Option(
      names = "--on-bad-record",
      paramLabel = "fail|quarantine",
      defaultValue = "fail",
      description = "What to do with a record that cannot be read (default: ${DEFAULT-VALUE}).")
  String onBadRecord = "fail";

  /** Refuses a command that names no rows. */
  void require(CommandSpec command) {
    if (query.isGiven() && !input.isEmpty()) {
      throw new IllegalArgumentException("--query: found with --input, allowed one of them");
    }
    if (query.lacksQuery()) {
      throw new ParameterException(
          command.commandLine(), "Missing required option: '--query=SELECT'");
    }
    if (input.isEmpty() && !query.isGiven()) {
      throw new ParameterException(
          command.commandLine(), "Missing required option: '--input=FILE'");
    }
  }

  /** Refuses what a query whose rows are not kept does not take. */
  void requireQueryAlone(CommandSpec command) {
    require(command);
    if (!query.isGiven()) {
      throw new ParameterException(
          command.commandLine(), "Missing required option: '--query=SELECT'");
    }
    if (rows != null
        || format != null
        || label != null
        || onBadRecord() == OnBadRecord.QUARANTINE) {
      throw new IllegalArgumentException(
          "--into: found with --rows, --format, --label or --on-bad-record quarantine, allowed"
              + " without them");
    }
  }

  /** Names of the columns that a model was trained on; none if they have none. */
  static List<String> columns(TrainedModel model) {
    if (model.preprocessing().ofRecords() instanceof TablePreprocessing table) {
      return table.table().cells().names();
    }
    try {
      Set<String> names = configured(model).featureColumns().keySet();
      boolean numbered = names.stream().anyMatch(name -> name.matches("[0-9]+"));
      return numbered ? List.of() : List.copyOf(names);
    } catch (ConfigException e) {
      return List.of(); // a program has trained the model
    }
  }

  /** What the rows come from, for messages. */
  String origin() {
    return query.isGiven() ? QueryOption.NAME : input;
  }

  /** Runs the query, if there is one, and keeps its rows in a file. */
  void keep(String file) throws IOException {
    if (query.isGiven()) {
      PrintWriter silent = new PrintWriter(Writer.nullWriter()); // the command tells their number
      query.keep(ProjectPaths.ofProcess(), silent, file);
      kept = file;
    }
  }

  /** The format of a topic's records, for a model. */
  DataFormat recordFormat(ModelChoice choice) throws IOException {
    if (!input.isEmpty() || rows != null || query.isGiven()) {
      throw new IllegalArgumentException(
          "--topic: found with --input, --query or --rows, allowed without them");
    }
    try (SharedModel shared = choice.acquire()) {
      return format(shared.model(), false);
    }
  }

  /**
   * The data set for a model.
   *
   * @param compare whether labels are needed; otherwise they are ignored
   */
  DataSet dataSet(TrainedModel model, boolean compare) {
    ProjectPaths paths = ProjectPaths.ofProcess();
    boolean numbers = compare && model.outputs() instanceof Outputs.Targets;
    return new DataSet(
            List.of(kept == null ? paths.resolveData(input) : kept),
            format(model, compare).withLabelFile(paths::resolveData),
            rows == null ? null : RowRange.valueOf(rows),
            Role.TEST,
            onBadRecord(),
            numbers ? TaskKind.REGRESSION : TaskKind.CLASSIFICATION,
            compare)
        .withColumns(
            model.preprocessing().ofRecords() instanceof TablePreprocessing table
                ? compare ? weighted(table.table().cells(), model) : table.table().cells()
                : null)
        .ofCommand("--on-bad-record quarantine");
  }

  /** The columns with that of the weights, if the training rows had them. */
  private static CellColumns weighted(CellColumns cells, TrainedModel model) {
    try {
      Record config = new ConfigLoader().parseAny(model.provenance().configuration());
      CellColumns all = config instanceof TrainConfig train ? train.preprocessing().cells() : null;
      return all == null ? cells : cells.withWeightOf(all);
    } catch (ConfigException e) {
      return cells; // a program has trained the model
    }
  }

  /** The format of a model's training rows. */
  static DataFormat trainedOn(TrainedModel model) {
    try {
      return configured(model);
    } catch (ConfigException e) {
      throw new ConfigException(
          "--format is needed: the model does not have the format of its training data ("
              + e.getMessage()
              + ")");
    }
  }

  private OnBadRecord onBadRecord() {
    try {
      return OnBadRecord.valueOf(onBadRecord.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--on-bad-record: found " + onBadRecord + ", allowed fail or quarantine", e);
    }
  }

  private DataFormat format(TrainedModel model, boolean compare) {
    DataFormat found = labelled(model, compare);
    if (compare && !found.hasLabel()) {
      throw new IllegalArgumentException(
          "--label is needed: the format of the rows does not say where the labels are");
    }
    return found;
  }

  private DataFormat labelled(TrainedModel model, boolean compare) {
    DataFormat found =
        format != null
            ? parse(format, model)
            : query.isGiven() ? ofQuery(trainedOn(model)) : trainedOn(model);
    if (noLabel) {
      if (compare || label != null) {
        throw new IllegalArgumentException(
            "--no-label: found with "
                + (compare ? "an evaluation" : "--label")
                + ", needs a label");
      }
      return withLabel(found, null);
    }
    if (label != null) {
      return withLabel(found, label);
    }
    // The training data's file of labels belongs to other rows.
    return format == null && found.labelFile().isPresent() ? withLabel(found, null) : found;
  }

  private static DataFormat parse(String text, TrainedModel model) {
    String yaml = text.strip().startsWith("{") ? text : "{type: " + text + "}";
    DataFormat found = new ConfigLoader().parse("--format", yaml, DataFormat.class);
    try {
      return found.withColumnsOf(configured(model));
    } catch (ConfigException e) {
      return found; // then the model has no names either
    }
  }

  /** The format of a file with the rows of a query, whose columns are those of the training. */
  private static DataFormat ofQuery(DataFormat trained) {
    if (trained instanceof Parquet) {
      return trained;
    }
    boolean numbered = trained.label() != null && trained.label().matches("[0-9]+");
    return new Parquet(
            numbered ? null : trained.label(), List.of(), List.of(), trained.targets(), null)
        .withColumnsOf(trained);
  }

  private static DataFormat configured(TrainedModel model) {
    return configured(model.provenance());
  }

  /**
   * The format of the training rows.
   *
   * @throws ConfigException if a program has trained the model
   */
  static DataFormat configured(Provenance provenance) {
    Record config = new ConfigLoader().parseAny(provenance.configuration());
    return config instanceof OnlineConfig online
        ? online.input().format()
        : ((TrainConfig) config).data().train().format();
  }

  private static DataFormat withLabel(DataFormat format, @Nullable String label) {
    try {
      return format.withLabel(label);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--" + e.getMessage(), e);
    }
  }
}
