package org.filbert.jobs.scoring;

import java.io.IOException;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.filbert.operators.loop.UserErrorException;
import org.filbert.operators.scoring.InOrder;
import org.filbert.operators.scoring.ScoredBatch;
import org.jspecify.annotations.Nullable;

/** Writes predictions in order. It emits the JSON of a {@link Predictions} at the end. */
final class PredictionOperator extends AbstractStreamOperator<String>
    implements OneInputStreamOperator<ScoredBatch, String>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  private final PredictionLines lines;
  private final int columns;
  private final String path;
  private transient @Nullable PredictionFiles files;
  private transient @Nullable InOrder<IOException> inOrder;

  /**
   * @param columns number k of scores of a row
   */
  PredictionOperator(PredictionLines lines, int columns, String path) {
    this.lines = lines;
    this.columns = columns;
    this.path = path;
  }

  @Override
  public void open() {
    try {
      PredictionFiles opened = PredictionFiles.create(path, lines, columns);
      files = opened;
      inOrder = new InOrder<>(opened::write);
    } catch (IOException e) {
      throw new SuppressRestartsException(
          new UserErrorException(path + ": cannot be written: " + e.getMessage(), e));
    }
  }

  @Override
  public void processElement(StreamRecord<ScoredBatch> element) throws IOException {
    opened(inOrder).add(element.getValue());
  }

  @Override
  public void endInput() throws IOException {
    opened(inOrder).end();
    output.collect(new StreamRecord<>(JsonText.write(opened(files).publish())));
  }

  private static <T> T opened(@Nullable T resource) {
    if (resource == null) {
      throw new IllegalStateException("the operator is not open");
    }
    return resource;
  }

  @Override
  public void close() throws Exception {
    if (files != null) {
      files.close();
      files = null;
    }
    super.close();
  }
}
