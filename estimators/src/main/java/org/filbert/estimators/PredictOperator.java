package org.filbert.estimators;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.types.Row;
import org.filbert.data.Features;
import org.filbert.data.Rows;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Matrix;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.operators.loop.UserErrorException;
import org.filbert.operators.scoring.FiniteScores;
import org.filbert.operators.scoring.SharedModel;
import org.filbert.operators.training.PublishedTraining;
import org.jspecify.annotations.Nullable;

/**
 * Adds predictions to rows. Rows wait for others a short time, since a batch takes little longer
 * than a row; none waits over a watermark or a checkpoint.
 */
final class PredictOperator extends AbstractStreamOperator<Row>
    implements OneInputStreamOperator<Row, Row>, BoundedOneInput {
  private static final long serialVersionUID = 1L;
  private static final int MAX_ROWS = 1024;
  private static final long MAX_WAIT_MILLIS = 20;

  private final StoredModel stored;
  private final RowFeatures features;
  private final Prediction prediction;

  private transient @Nullable SharedModel shared;
  private transient @Nullable Backend backend;
  private transient @Nullable Future<?> wait;
  private transient Counter farRows = new SimpleCounter();
  private transient Counter missingCells = new SimpleCounter();
  private transient Counter unseenCategories = new SimpleCounter();
  private transient List<StreamRecord<Row>> rows = new ArrayList<>();
  private transient List<Features> records = new ArrayList<>();

  PredictOperator(StoredModel stored, RowFeatures features, Prediction prediction) {
    this.stored = stored;
    this.features = features;
    this.prediction = prediction;
  }

  @Override
  public void open() throws Exception {
    super.open();
    rows = new ArrayList<>();
    records = new ArrayList<>();
    shared = stored.acquire();
    farRows = getMetricGroup().counter("farRows");
    missingCells = getMetricGroup().counter("missingCells");
    unseenCategories = getMetricGroup().counter("unseenCategories");
    backend =
        PublishedTraining.shared(
            getContainingTask()
                .getEnvironment()
                .getTaskManagerInfo()
                .getConfiguration()
                .get(TaskManagerOptions.NUM_TASK_SLOTS));
  }

  @Override
  public void processElement(StreamRecord<Row> element) {
    try {
      Features record = features.of(element.getValue());
      scorer().model().preprocessing().check(record);
      records.add(record);
    } catch (IllegalArgumentException e) {
      throw new SuppressRestartsException(
          new UserErrorException(e.getMessage() + "; in the row " + element.getValue(), e));
    }
    rows.add(element.copy(element.getValue()));
    if (rows.size() == MAX_ROWS) {
      flush();
    } else if (rows.size() == 1) {
      var time = getProcessingTimeService();
      wait = time.registerTimer(time.getCurrentProcessingTime() + MAX_WAIT_MILLIS, now -> flush());
    }
  }

  private void flush() {
    if (rows.isEmpty() || backend == null) {
      return;
    }
    SharedModel scorer = scorer();
    TrainedModel model = scorer.model();
    int k = model.outputs().columns();
    Rows x = encoded(model);
    try (Matrix scores = model.scores(x, backend)) {
      double[] all = scores.toArray();
      for (int i = 0; i < rows.size(); i++) {
        StreamRecord<Row> row = rows.get(i);
        double[] own = Arrays.copyOfRange(all, i * k, (i + 1) * k);
        String problem = FiniteScores.problem(all, k, x, i);
        if (problem != null) {
          throw new SuppressRestartsException(
              new UserErrorException(problem + "; in the row " + row.getValue(), null));
        }
        if (scorer.reach().isBeyond(x, i)) {
          farRows.inc();
        }
        output.collect(row.copy(Row.join(row.getValue(), prediction.of(model, own))));
      }
    }
    rows.clear();
    records.clear();
    if (wait != null) {
      wait.cancel(false);
      wait = null;
    }
  }

  private Rows encoded(TrainedModel model) {
    if (!(model.preprocessing().ofRecords() instanceof TablePreprocessing table)) {
      return model.preprocessing().apply(records);
    }
    TablePreprocessing.Encoded encoded = table.encode(records);
    missingCells.inc(encoded.counts().allMissing());
    unseenCategories.inc(encoded.counts().allUnseen());
    return model.preprocessing().continued(encoded.rows());
  }

  private SharedModel scorer() {
    if (shared == null) {
      throw new IllegalStateException("the operator is not open");
    }
    return shared;
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    flush();
    super.processWatermark(mark);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) {
    flush();
  }

  @Override
  public void endInput() {
    flush();
  }

  @Override
  public void close() throws Exception {
    if (shared != null) {
      shared.close();
      shared = null;
    }
    super.close();
  }
}
