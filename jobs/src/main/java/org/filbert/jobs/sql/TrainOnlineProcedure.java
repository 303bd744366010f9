package org.filbert.jobs.sql;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.LocalStreamEnvironment;
import org.apache.flink.table.annotation.ArgumentHint;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.annotation.ProcedureHint;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.procedure.ProcedureContext;
import org.apache.flink.table.procedures.Procedure;
import org.apache.flink.types.Row;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.yaml.ProjectPaths;
import org.filbert.jobs.online.OnlineJob;
import org.filbert.jobs.run.BegunConfig;
import org.filbert.jobs.run.RunStart;
import org.filbert.jobs.scoring.JsonText;
import org.filbert.sql.FilbertCatalog;
import org.jspecify.annotations.Nullable;

/**
 * {@code CALL sys.train_online('letters.yaml')}: a job of the session's cluster that learns from a
 * stream. {@code STOP JOB} and Flink's command line stop it with a savepoint, {@code CALL
 * sys.train_online(run => '...')} goes on.
 */
public final class TrainOnlineProcedure implements Procedure {
  private final FilbertCatalog catalog;

  TrainOnlineProcedure(FilbertCatalog catalog) {
    this.catalog = catalog;
  }

  /** A run that begins or goes on, and its configuration. */
  private record Begun(OnlineConfig config, RunStart start) {}

  /**
   * The id of the job, and the directory of its run.
   *
   * @param config file of the configuration; may be null with a run, whose own it then is
   * @param settings that override it, such as {@code batch.size=10}; semicolons separate them
   * @param run directory of a run that goes on from its newest checkpoint or savepoint; null: a run
   *     begins
   */
  @ProcedureHint(
      arguments = {
        @ArgumentHint(name = "config", type = @DataTypeHint("STRING"), isOptional = true),
        @ArgumentHint(name = "settings", type = @DataTypeHint("STRING"), isOptional = true),
        @ArgumentHint(name = "run", type = @DataTypeHint("STRING"), isOptional = true)
      },
      output = @DataTypeHint("ROW<job STRING, run STRING>"))
  public Row[] call(
      ProcedureContext context,
      @Nullable String config,
      @Nullable String settings,
      @Nullable String run)
      throws Exception {
    if (context.getExecutionEnvironment() instanceof LocalStreamEnvironment) {
      throw new ValidationException(
          "found a session whose Flink ends with each statement, allowed one of a cluster");
    }
    List<String> overrides =
        Stream.concat(
                ProcedureCall.settings(settings).stream(),
                Stream.of("store=" + JsonText.write(catalog.root())))
            .toList();
    ProjectPaths paths = ProjectPaths.ofProcess();
    return SessionEnvironment.within(
        context.getExecutionEnvironment(),
        () -> {
          Begun begun =
              run == null
                  ? begin(context, config, overrides, paths)
                  : resume(paths.output(run), config, overrides);
          RunStart start = begun.start();
          JobClient job =
              new OnlineJob(begun.config(), start.paths(paths), new Configuration()).start(start);
          return new Row[] {Row.of(job.getJobID().toString(), start.directory())};
        });
  }

  private Begun begin(
      ProcedureContext context, @Nullable String file, List<String> overrides, ProjectPaths paths)
      throws Exception {
    if (file == null) {
      throw new ValidationException(
          "found neither config nor run, allowed config => FILE, run => DIRECTORY or both");
    }
    OnlineConfig config = load(file, overrides);
    String directory = ProcedureCall.of(catalog, context, config.name()).directory();
    return new Begun(config, RunStart.of(directory, config, paths));
  }

  private static Begun resume(String directory, @Nullable String file, List<String> overrides)
      throws Exception {
    RunStart run = RunStart.resume(directory);
    BegunConfig begun = new BegunConfig(run);
    if (file == null && begun.lacksSecrets()) {
      throw new ValidationException(
          directory + ": the run's secrets are not stored there: name its config too");
    }
    OnlineConfig config =
        file == null ? begun.with(overrides, OnlineConfig.class) : load(file, overrides);
    begun.check(config, OnlineJob.FREE);
    return new Begun(config, run.with(config));
  }

  private static OnlineConfig load(String file, List<String> overrides) {
    return new ConfigLoader().load(Path.of(file), overrides, OnlineConfig.class);
  }
}
