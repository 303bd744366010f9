package org.filbert.jobs.online;

import java.io.IOException;
import java.io.Serializable;
import java.time.Clock;
import java.util.UUID;
import org.filbert.jobs.training.RunDirectory;

/**
 * Where a run's files are, and which run it is, however often it is stopped and resumed.
 *
 * @param directory an absolute path or a URI
 * @param runId of this run and no other
 * @param created when it began, in milliseconds since the epoch
 */
record RunFiles(String directory, String runId, long created) implements Serializable {
  /** File of the run directory with the run's identity. */
  static final String RUN = "run.json";

  /**
   * What the file has.
   *
   * @param configuration with all defaults; a run that goes on must have the same
   */
  record Identity(String runId, long created, String configuration) {}

  /** Makes the directory of a new run, or finds that of a run that goes on. */
  static RunFiles of(String directory, String configuration, boolean resumed) throws IOException {
    RunDirectory run = new RunDirectory(directory);
    Identity identity =
        resumed
            ? find(run, configuration)
            : new Identity(UUID.randomUUID().toString(), Clock.systemUTC().millis(), configuration);
    if (!resumed) {
      run.create();
      run.write(RunDirectory.CONFIG, configuration);
      run.writeJson(RUN, identity);
    }
    return new RunFiles(directory, identity.runId(), identity.created());
  }

  private static Identity find(RunDirectory run, String configuration) throws IOException {
    Identity identity =
        run.readJson(RUN, Identity.class)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        run + ": found no run to go on with, name its directory with --out"));
    if (!identity.configuration().equals(configuration)) {
      throw new IllegalArgumentException(
          run + ": the run there has another configuration, see its " + RunDirectory.CONFIG);
    }
    return identity;
  }
}
