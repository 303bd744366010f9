package org.filbert.operators.scoring;

import java.io.IOException;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/** Scores batches with a stored model. A record that does not fit the model ends the job. */
final class ScoringOperator extends AbstractStreamOperator<ScoredBatch>
    implements OneInputStreamOperator<RowBatch, ScoredBatch> {
  private static final long serialVersionUID = 1L;

  private final Scoring scoring;
  private transient @Nullable BatchScorer scorer;

  ScoringOperator(Scoring scoring) {
    this.scoring = scoring;
  }

  @Override
  public void open() throws Exception {
    scorer = new BatchScorer(scoring, getMetricGroup());
  }

  @Override
  public void processElement(StreamRecord<RowBatch> element) throws IOException {
    if (scorer == null) {
      throw new IllegalStateException("the operator is not open");
    }
    output.collect(new StreamRecord<>(scorer.score(element.getValue())));
  }

  @Override
  public void close() throws Exception {
    if (scorer != null) {
      scorer.close();
      scorer = null;
    }
    super.close();
  }
}
