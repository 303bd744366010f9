package org.filbert.jobs.query;

import static org.apache.flink.configuration.CheckpointingOptions.CHECKPOINTS_DIRECTORY;
import static org.apache.flink.configuration.CheckpointingOptions.CHECKPOINT_STORAGE;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.SqlParserException;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.run.Causes;
import org.filbert.jobs.run.EmbeddedFlink;

/**
 * The tables of scripts, on the Flink that this process runs with.
 *
 * @param reason of the mode, for messages
 */
record TableSession(TableEnvironment tables, RuntimeExecutionMode mode, String reason) {
  /** What is done with a statement's result. */
  interface Use {
    void accept(TableResult result) throws ExecutionException, InterruptedException;
  }

  /**
   * A session without tables.
   *
   * @param flink settings for an embedded Flink, or additions to those of the cluster
   * @param parallelism tasks of an operator, unless a script sets another number
   * @param mode in streaming, tables may be unbounded
   * @param reason of the mode, which scripts cannot change
   */
  static TableSession of(
      Configuration flink, int parallelism, RuntimeExecutionMode mode, String reason) {
    Configuration settings = new Configuration(flink);
    settings.set(ExecutionConfigOptions.TABLE_EXEC_RESOURCE_DEFAULT_PARALLELISM, parallelism);
    settings.set(ExecutionOptions.RUNTIME_MODE, mode);
    EmbeddedFlink.configure(settings, parallelism);
    if (EmbeddedFlink.runs(settings) && !settings.contains(CHECKPOINTS_DIRECTORY)) {
      settings.set(CHECKPOINT_STORAGE, "jobmanager"); // the shipped settings need a directory
    }
    return new TableSession(
        TableEnvironment.create(
            EnvironmentSettings.newInstance().withConfiguration(settings).build()),
        mode,
        reason);
  }

  /**
   * Runs the statements of a script, one after the other.
   *
   * @throws ConfigException if one of them fails
   */
  void run(Script script, Use use) {
    for (Script.Statement statement : script.statements()) {
      String origin = script.name() + ":" + statement.line();
      Optional<Script.Setting> setting = statement.setting();
      if (setting.isPresent()) {
        requireMode(origin, setting.get());
        tables.getConfig().set(setting.get().key(), setting.get().value());
        continue;
      }
      try {
        use.accept(tables.executeSql(statement.text()));
      } catch (ValidationException | TableException | SqlParserException | ExecutionException e) {
        throw failed(origin, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ConfigException(script.name() + ": the script was interrupted");
      }
    }
  }

  private void requireMode(String origin, Script.Setting setting) {
    if (setting.key().equals(ExecutionOptions.RUNTIME_MODE.key())
        && !setting.value().equalsIgnoreCase(mode.name())) {
      throw new ConfigException(
          "%s: found '%s' = '%s', allowed %s, as %s"
              .formatted(
                  origin,
                  setting.key(),
                  setting.value(),
                  mode.name().toLowerCase(Locale.ROOT),
                  reason));
    }
  }

  /** The failure of a statement: its innermost message, on a line. */
  static ConfigException failed(String origin, Throwable e) {
    List<Throwable> causes = Causes.of(e);
    return new ConfigException(
        origin
            + ": "
            + String.valueOf(causes.get(causes.size() - 1).getMessage()).replaceAll("\\s+", " "),
        e);
  }
}
