package org.filbert.operators.loop.internal.frames;

import java.util.ArrayList;
import java.util.List;
import org.filbert.workers.Matrices;
import org.filbert.workers.Recipients;
import org.filbert.workers.Task;
import org.jspecify.annotations.Nullable;

/**
 * The driver's command to add the workers' answers.
 *
 * @param recipients of the sum; null for the driver
 */
public record Summing(Task<Matrices> summand, @Nullable Recipients recipients) {

  /** Whether a worker receives a part of the sum. */
  public boolean reaches(int worker) {
    return recipients != null
        && !(recipients instanceof Recipients.One one && one.worker() != worker);
  }

  /**
   * The pieces of a worker's summand for the recipients.
   *
   * @param workers number of workers
   */
  public List<Frame> frames(int step, int source, int workers, Matrices own) {
    Frame header = Frame.of(Frame.Kind.SUM, step, source, Frame.ALL, 0);
    if (recipients == null) {
      return SumCodec.encode(header.to(Frame.DRIVER), own);
    }
    if (recipients instanceof Recipients.All) {
      return SumCodec.encode(header, own);
    }
    List<Frame> frames = new ArrayList<>();
    for (int worker : recipients.of(workers)) {
      frames.addAll(SumCodec.encode(header.to(worker), recipients.share(worker, own)));
    }
    return frames;
  }
}
