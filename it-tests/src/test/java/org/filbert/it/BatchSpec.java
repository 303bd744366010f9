package org.filbert.it;

import org.filbert.data.Placement;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.online.Batch;
import org.filbert.operators.loop.spec.StreamSpec;
import org.jspecify.annotations.Nullable;

/** The common part of test programs over a stream of batches. */
abstract class BatchSpec<S, O> implements StreamSpec<S, Batch, O> {
  private final String name;
  private final int workers;

  BatchSpec(String name, int workers) {
    this.name = name;
    this.workers = workers;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Placement placement() {
    return new Placement(7, workers);
  }

  @Override
  public Backend backend(int slots) {
    return Backends.choose("java", "auto");
  }

  @Override
  public @Nullable String explain(Throwable failure) {
    return null;
  }

  @Override
  public Class<Batch> batchType() {
    return Batch.class;
  }
}
