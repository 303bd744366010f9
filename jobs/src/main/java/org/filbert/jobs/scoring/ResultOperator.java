package org.filbert.jobs.scoring;

import java.io.IOException;
import java.io.Serializable;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.filbert.operators.scoring.InOrder;
import org.filbert.operators.scoring.ScoredBatch;
import org.jspecify.annotations.Nullable;

/** Uses scored batches in their order, and emits the JSON of the result at the end. */
final class ResultOperator extends AbstractStreamOperator<String>
    implements OneInputStreamOperator<ScoredBatch, String>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  /** What is done with the batches. */
  interface Use extends AutoCloseable {
    void add(ScoredBatch batch) throws IOException;

    /** The result of all batches. */
    Object result() throws IOException;

    @Override
    default void close() throws IOException {}
  }

  /** Begins a use on the machine that runs the operator. */
  interface Beginning extends Serializable {
    Use begin();
  }

  private final Beginning beginning;
  private transient @Nullable Use use;
  private transient @Nullable InOrder<IOException> inOrder;

  ResultOperator(Beginning beginning) {
    this.beginning = beginning;
  }

  @Override
  public void open() {
    Use begun = beginning.begin();
    use = begun;
    inOrder = new InOrder<>(begun::add);
  }

  @Override
  public void processElement(StreamRecord<ScoredBatch> element) throws IOException {
    opened(inOrder).add(element.getValue());
  }

  @Override
  public void endInput() throws IOException {
    opened(inOrder).end();
    output.collect(new StreamRecord<>(JsonText.write(opened(use).result())));
  }

  private static <T> T opened(@Nullable T resource) {
    if (resource == null) {
      throw new IllegalStateException("the operator is not open");
    }
    return resource;
  }

  @Override
  public void close() throws Exception {
    if (use != null) {
      use.close();
      use = null;
    }
    super.close();
  }
}
