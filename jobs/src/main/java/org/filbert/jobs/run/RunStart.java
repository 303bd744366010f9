package org.filbert.jobs.run;

import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.filbert.jobs.config.CheckpointConfig;
import org.filbert.jobs.config.ConfigException;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.ProjectPaths;
import org.jspecify.annotations.Nullable;

/**
 * A run that is about to begin, or to go on.
 *
 * @param directory of the run, an absolute path or a URI
 */
public record RunStart(String directory, RunIdentity identity, Occasion occasion) {
  /** File of the run directory with the run's identity. */
  public static final String RUN = "run.json";

  /** What it is started for. */
  public enum Occasion {
    /** It begins. */
    NEW,
    /** Flink runs the application once more that began it, on another JobManager. */
    AGAIN,
    /** The user goes on with it. */
    RESUMED
  }

  /**
   * A new run, whose directory is made by {@link #create}; that of an application which has begun
   * it before, if it is one.
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
    return anew.began()
        .map(identity -> new RunStart(directory, identity, Occasion.AGAIN))
        .orElse(anew);
  }

  /** Who the run is, if the same application has begun it with the same configuration. */
  private Optional<RunIdentity> began() throws IOException {
    @Nullable String job = identity.job();
    if (job == null) {
      return Optional.empty();
    }
    return new RunDirectory(directory)
        .readJson(RUN, RunIdentity.class)
        .filter(before -> job.equals(before.job()))
        .filter(before -> identity.configuration().equals(before.configuration()));
  }

  /** Whether it has ended before, so that only Flink may still have something to do. */
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
        Occasion.NEW);
  }

  /**
   * The run in a directory, to go on with.
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
                        directory
                            + ": found no run to go on with, "
                            + RUN
                            + " is missing or damaged"));
    if (run.has(RunDirectory.SUMMARY)) {
      throw new ConfigException(
          directory + ": the run has ended, its " + RunDirectory.SUMMARY + " is there");
    }
    return new RunStart(directory, identity, Occasion.RESUMED);
  }

  /** Makes the directory of a new run. */
  public void create() {
    if (occasion == Occasion.NEW) {
      RunDirectory run = new RunDirectory(directory);
      run.create();
      run.writeJson(RUN, identity);
      run.write(RunDirectory.CONFIG, identity.configuration());
    }
  }

  /** The paths as the run was begun with. */
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
   * How the user goes on with it.
   *
   * @param command that it was started with
   */
  public GoingOn goingOn(String command, CheckpointConfig checkpoint) {
    return new GoingOn(command, directory, state(checkpoint));
  }

  /** Its checkpoints and savepoints. */
  StoredState state(CheckpointConfig checkpoint) {
    return StoredState.of(directory, checkpoint.directory(), identity.runId());
  }
}
