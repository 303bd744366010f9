package org.filbert.operators.loop;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.filbert.data.Placement;
import org.filbert.linalg.Backend;
import org.jspecify.annotations.Nullable;

/** What every operator of a loop needs to know of it; shipped with the job. */
public sealed interface Loop extends Serializable permits LoopSpec, StreamSpec {
  /** Unique within the job. */
  String name();

  /** How many workers there are, and where the rows go if they have any. */
  Placement placement();

  /** The classes that name what goes over the wire and into checkpoints. */
  List<Class<?>> messages();

  /**
   * Numerics of a worker.
   *
   * @param slots how many workers may run in its process
   */
  Backend backend(int slots);

  /** Failures without progress after which the job ends; those of a stream have no end. */
  default int restarts() {
    return Integer.MAX_VALUE;
  }

  /** How long it may take to write a checkpoint that all workers have taken their parts of. */
  default Duration checkpointWriting() {
    return Duration.ofMinutes(30);
  }

  /** A message for the user if the failure is one that trying again cannot mend. */
  @Nullable String explain(Throwable failure);
}
