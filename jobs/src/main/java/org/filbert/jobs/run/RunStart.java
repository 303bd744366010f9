package org.filbert.jobs.run;

import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.section.CheckpointConfig;
import org.filbert.jobs.config.section.RunConfig;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.ProjectPaths;

/**
 * A run that is about to start or to be resumed.
 *
 * @param directory of the run, an absolute path or a URI
 * @param savepoint from which Flink has been told to start, besides the run's own state
 */
public record RunStart(
    String directory, RunIdentity identity, Occasion occasion, Optional<String> savepoint) {
  /** Name of the file with the run's identity. */
  public static final String RUN = "run.json";

  /** Reason of the start. */
  public enum Occasion {
    /** The run is new. */
    NEW,
    /** Another JobManager runs the application that began the run, or a new deployment does. */
    AGAIN,
    /** The user resumes the run. */
    RESUMED
  }

  /** A new run of a configuration by this process; see the other method. */
  public static <C extends Record & RunConfig> RunStart of(
      String directory, C config, ProjectPaths paths) throws IOException {
    String store = paths.store(config.store());
    return of(directory, config, config.workers(), store, paths, Application.ofProcess());
  }

  /**
   * A new run. If the same application has already begun it on another JobManager, that run
   * continues. {@link #create} makes the directory.
   */
  public static RunStart of(
      String directory,
      Record config,
      int workers,
      String store,
      ProjectPaths paths,
      Application application)
      throws IOException {
    RunStart anew = anew(directory, config, workers, store, paths, application);
    return again(directory, application)
        .filter(run -> run.identity.configuration().equals(anew.identity.configuration()))
        .orElse(anew);
  }

  /**
   * The run in a directory if the same application has begun it, maybe with another configuration:
   * Flink's job has the same name, or it starts from a savepoint under a new one.
   */
  public static Optional<RunStart> again(String directory, Application application)
      throws IOException {
    Optional<String> job = application.job();
    if (job.isEmpty()) {
      return Optional.empty();
    }
    return new RunDirectory(directory)
        .readJson(RUN, RunIdentity.class)
        .filter(run -> job.get().equals(run.job()) || application.savepoint().isPresent())
        .map(
            run ->
                new RunStart(
                    directory, run.of(job.get()), Occasion.AGAIN, application.savepoint()));
  }

  /** Whether the run has already ended, and only Flink's job may need to end. */
  public boolean hasEnded() throws IOException {
    return occasion == Occasion.AGAIN && new RunDirectory(directory).has(RunDirectory.SUMMARY);
  }

  private static RunStart anew(
      String directory,
      Record config,
      int workers,
      String store,
      ProjectPaths paths,
      Application application) {
    return new RunStart(
        directory,
        new RunIdentity(
            UUID.randomUUID().toString(),
            Clock.systemUTC().millis(),
            workers,
            store,
            paths.workingDirectory().toString(),
            new ConfigLoader().toYaml(config),
            application.job().orElse(null)),
        Occasion.NEW,
        Optional.empty());
  }

  /**
   * The run to resume in a directory.
   *
   * @throws ConfigException if there is none, or it has ended
   */
  public static RunStart resume(String directory) throws IOException {
    RunDirectory run = new RunDirectory(directory);
    RunIdentity identity =
        run.readJson(RUN, RunIdentity.class)
            .orElseThrow(
                () ->
                    new ConfigException(
                        directory + ": found no run to resume: " + RUN + " is missing or damaged"));
    if (run.has(RunDirectory.SUMMARY)) {
      throw new ConfigException(
          directory + ": the run has ended, its " + RunDirectory.SUMMARY + " is there");
    }
    return new RunStart(directory, identity, Occasion.RESUMED, Application.ofProcess().savepoint());
  }

  /**
   * The run with the parallelism of a configuration, if that is not the one which the run has been
   * given so far.
   */
  public <C extends Record & RunConfig> RunStart with(C config) {
    ConfigLoader loader = new ConfigLoader();
    RunConfig before = (RunConfig) loader.parse(identity.configuration(), config.getClass());
    return before.parallelism().equals(config.parallelism())
        ? this
        : new RunStart(
            directory, identity.on(config.workers(), loader.toYaml(config)), occasion, savepoint);
  }

  /** Number of workers so far, if the run goes on with another one. */
  public OptionalInt formerWorkers() throws IOException {
    return new RunDirectory(directory)
        .readJson(RUN, RunIdentity.class)
        .map(RunIdentity::workers)
        .filter(before -> occasion != Occasion.NEW && before != identity.workers())
        .map(OptionalInt::of)
        .orElse(OptionalInt.empty());
  }

  /** Refuses a new run in the directory of another. */
  public static void requireFree(String directory) throws IOException {
    if (!new RunDirectory(directory).isFree()) {
      throw FormerRun.in(directory).refusal();
    }
  }

  /** Makes the directory of a new run. That of one that goes on notes its parallelism and job. */
  public void create() throws IOException {
    RunDirectory run = new RunDirectory(directory);
    if (occasion != Occasion.NEW) {
      run.forgetFailure();
      if (!run.readJson(RUN, RunIdentity.class).filter(identity::equals).isPresent()) {
        run.writeJson(RUN, identity);
        run.write(RunDirectory.CONFIG, identity.configuration());
      }
    } else {
      requireFree(directory);
      run.create(RUN, identity);
      run.write(RunDirectory.CONFIG, identity.configuration());
    }
  }

  /** The paths that the run was started with. */
  public ProjectPaths paths(ProjectPaths ofProcess) {
    return occasion == Occasion.RESUMED
        ? new ProjectPaths(
            java.nio.file.Path.of(identity.workingDirectory()),
            ofProcess.home(),
            Optional.of(identity.store()),
            ofProcess.data())
        : ofProcess;
  }

  /**
   * How the user resumes the run.
   *
   * @param command the command that started it
   */
  public Resumption resumption(String command, CheckpointConfig checkpoint) {
    return new Resumption(command, directory, state(checkpoint));
  }

  /** The run's checkpoints and savepoints. */
  StoredState state(CheckpointConfig checkpoint) {
    return StoredState.of(directory, checkpoint.directory(), identity.runId());
  }
}
