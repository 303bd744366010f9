package org.filbert.operators.scoring;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.util.function.ThrowingConsumer;

/** Brings batches that were scored side by side back into the order of their numbers. */
public final class InOrder<E extends Exception> {
  private final ThrowingConsumer<ScoredBatch, E> consumer;
  private final Map<Long, ScoredBatch> waiting = new HashMap<>();
  private long next;

  public InOrder(ThrowingConsumer<ScoredBatch, E> consumer) {
    this.consumer = consumer;
  }

  /** Takes a batch, and hands on all that are due. */
  public void add(ScoredBatch batch) throws E {
    waiting.put(batch.number(), batch);
    for (ScoredBatch due = waiting.remove(next); due != null; due = waiting.remove(next)) {
      next++;
      consumer.accept(due);
    }
  }

  /** Makes sure that nothing is left. */
  public void end() {
    if (!waiting.isEmpty()) {
      throw new IllegalStateException("batch " + next + " is missing");
    }
  }
}
