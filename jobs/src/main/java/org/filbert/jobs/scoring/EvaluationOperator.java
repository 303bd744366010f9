package org.filbert.jobs.scoring;

import java.util.List;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.filbert.operators.scoring.InOrder;
import org.filbert.operators.scoring.ScoredBatch;
import org.filbert.text.Coverage;
import org.jspecify.annotations.Nullable;

/** Compares scores with labels or targets. Emits the JSON of an {@link Evaluation} at the end. */
final class EvaluationOperator extends AbstractStreamOperator<String>
    implements OneInputStreamOperator<ScoredBatch, String>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  private final OutputColumns columns;
  private transient @Nullable ErrorAccumulator errors;
  private transient @Nullable InOrder<RuntimeException> inOrder;
  private long rows;
  private long quarantined;
  private @Nullable String firstBad;
  private transient Coverage text = Coverage.NONE;

  EvaluationOperator(OutputColumns columns) {
    this.columns = columns;
  }

  @Override
  public void open() {
    text = Coverage.NONE;
    errors =
        columns.ofClasses()
            ? new ErrorAccumulator.OfClasses(columns.classes().size(), columns.scores())
            : new ErrorAccumulator.OfNumbers(columns.scores());
    inOrder = new InOrder<>(this::add);
  }

  @Override
  public void processElement(StreamRecord<ScoredBatch> element) {
    opened(inOrder).add(element.getValue());
  }

  private void add(ScoredBatch batch) {
    opened(errors).add(batch);
    rows += batch.count();
    quarantined += batch.bad().size();
    text = text.plus(batch.text());
    if (firstBad == null && !batch.bad().isEmpty()) {
      firstBad = batch.bad().get(0).place() + ": " + batch.bad().get(0).reason();
    }
  }

  @Override
  public void endInput() {
    opened(inOrder).end();
    output.collect(new StreamRecord<>(JsonText.write(evaluation(opened(errors)))));
  }

  private Evaluation evaluation(ErrorAccumulator errors) {
    Evaluation.OfClasses classification = null;
    Evaluation.OfNumbers regression = null;
    if (rows > 0 && errors instanceof ErrorAccumulator.OfClasses ofClasses) {
      classification =
          Evaluation.OfClasses.of(List.copyOf(columns.classes()), ofClasses.confusion());
    } else if (rows > 0 && errors instanceof ErrorAccumulator.OfNumbers ofNumbers) {
      regression = Evaluation.OfNumbers.of(ofNumbers);
    }
    return new Evaluation(
        rows,
        quarantined,
        firstBad,
        text.documents() > 0 ? text : null,
        classification,
        regression);
  }

  private static <T> T opened(@Nullable T resource) {
    if (resource == null) {
      throw new IllegalStateException("the operator is not open");
    }
    return resource;
  }
}
