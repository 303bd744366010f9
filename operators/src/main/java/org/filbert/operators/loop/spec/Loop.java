package org.filbert.operators.loop.spec;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.filbert.data.Placement;
import org.filbert.linalg.Backend;
import org.jspecify.annotations.Nullable;

/** Properties of a loop that all of its operators use. The job ships them to the operators. */
public interface Loop extends Serializable {
  /** The loop's name, unique within the job. */
  String name();

  /** The number of workers, and the rule that gives each row to a worker. */
  Placement placement();

  /** The classes that name the messages on the wire and in checkpoints. */
  List<Class<?>> messages();

  /**
   * The numerics of a worker.
   *
   * @param slots number of workers that may run in its process
   */
  Backend backend(int slots);

  /** Number of failures without progress after which the job ends. A stream has no limit. */
  default int restarts() {
    return Integer.MAX_VALUE;
  }

  /** Which attempts of the job have begun: the others are no failures. */
  default Beginnings beginnings() {
    return Beginnings.ALL;
  }

  /**
   * Time limit for writing a checkpoint, from the moment when all workers have taken their parts.
   */
  default Duration checkpointWriting() {
    return Duration.ofMinutes(30);
  }

  /** A message for the user if every attempt would repeat the failure; otherwise null. */
  @Nullable String explain(Throwable failure);
}
