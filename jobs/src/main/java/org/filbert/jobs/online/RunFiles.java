package org.filbert.jobs.online;

import java.io.Serializable;
import org.filbert.jobs.run.RunStart;

/**
 * Directory and identity of a run, which stay the same when it is resumed.
 *
 * @param directory an absolute path or a URI
 * @param runId unique id of the run
 * @param created start of the run, in milliseconds since the epoch
 */
record RunFiles(String directory, String runId, long created) implements Serializable {

  static RunFiles of(RunStart start) {
    return new RunFiles(start.directory(), start.identity().runId(), start.identity().created());
  }
}
