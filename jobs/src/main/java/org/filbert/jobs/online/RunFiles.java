package org.filbert.jobs.online;

import java.io.Serializable;
import org.filbert.jobs.run.RunStart;

/**
 * Where a run's files are, and which run it is, however often it is stopped and resumed.
 *
 * @param directory an absolute path or a URI
 * @param runId of this run and no other
 * @param created when it began, in milliseconds since the epoch
 */
record RunFiles(String directory, String runId, long created) implements Serializable {

  static RunFiles of(RunStart start) {
    return new RunFiles(start.directory(), start.identity().runId(), start.identity().created());
  }
}
