package org.filbert.operators.scoring;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.util.function.ThrowingConsumer;

/** Restores the order of batches that were scored in parallel. */
public final class InOrder<E extends Exception> {
  private final ThrowingConsumer<ScoredBatch, E> consumer;
  private final Map<Long, ScoredBatch> waiting = new HashMap<>();
  private long next;

  public InOrder(ThrowingConsumer<ScoredBatch, E> consumer) {
    this.consumer = consumer;
  }

  /** Adds a batch, and passes on all batches that are next in order. */
  public void add(ScoredBatch batch) throws E {
    waiting.put(batch.number(), batch);
    for (ScoredBatch due = waiting.remove(next); due != null; due = waiting.remove(next)) {
      next++;
      consumer.accept(due);
    }
  }

  /** Checks that no batch is left. */
  public void end() {
    if (!waiting.isEmpty()) {
      throw new IllegalStateException("batch " + next + " is missing");
    }
  }
}
