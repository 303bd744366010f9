package org.filbert.jobs.run;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Identity of a run. It stays the same when the run is stopped and resumed, but for the parallelism
 * of a stream, and for the job where Flink chooses a new one.
 *
 * <p>Values are checked, as they are read from a file.
 *
 * @param runId unique id: letters, digits and hyphens, as directories are named by it
 * @param created start of the run, in milliseconds since the epoch
 * @param workers parallelism P, which only a stream may change
 * @param store root of the model store, an absolute path or a URI
 * @param workingDirectory base of the configuration's relative paths
 * @param configuration with all defaults, without secrets
 * @param job Flink's name of the job if it was chosen before the run began, else null
 */
public record RunIdentity(
    String runId,
    long created,
    int workers,
    String store,
    String workingDirectory,
    String configuration,
    @Nullable String job) {
  private static final Pattern RUN_ID = Pattern.compile("[A-Za-z0-9-]{1,64}");

  public RunIdentity {
    for (@Nullable String text : Arrays.asList(runId, store, workingDirectory, configuration)) {
      if (text == null || text.indexOf(0) >= 0) {
        throw new IllegalArgumentException(
            "runId, store, workingDirectory and configuration must be text");
      }
    }
    if (!RUN_ID.matcher(runId).matches()) {
      throw new IllegalArgumentException("runId must match " + RUN_ID);
    }
    if (workers < 1) {
      throw new IllegalArgumentException("workers is " + workers + ", must be 1 or more");
    }
  }

  /** The same run as another job. */
  RunIdentity of(String itsJob) {
    return new RunIdentity(runId, created, workers, store, workingDirectory, configuration, itsJob);
  }

  /** The same run on another number of workers. */
  RunIdentity on(int otherWorkers, String itsConfiguration) {
    return new RunIdentity(
        runId, created, otherWorkers, store, workingDirectory, itsConfiguration, job);
  }
}
