package org.filbert.operators.online;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.filbert.connectors.flink.ArrivalSerializer;
import org.filbert.connectors.stream.Arrival;
import org.filbert.data.Target;
import org.filbert.online.Batch;
import org.filbert.operators.loop.RawState;
import org.jspecify.annotations.Nullable;

/**
 * Divides a stream into batches. A batch is closed when it is full, or when its first row has
 * waited for the given time. Rows keep their order of arrival. Rejected records leave by {@link
 * #REJECTED}.
 */
public final class BatcherOperator extends AbstractStreamOperator<Batch>
    implements OneInputStreamOperator<Arrival, Batch>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  /** Rejected records with their reasons. */
  public static final OutputTag<Arrival> REJECTED =
      new OutputTag<>("rejected", ArrivalSerializer.TYPE);

  private final BatchOptions options;
  private transient List<Arrival.Row> rows = new ArrayList<>();
  private transient @Nullable ScheduledFuture<?> timer;
  private transient long deadline;

  public BatcherOperator(BatchOptions options) {
    this.options = options;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    rows = new ArrayList<>();
    RawState.read(
        context,
        0,
        in -> {
          for (int left = in.readInt(); left > 0; left--) {
            rows.add((Arrival.Row) ArrivalSerializer.INSTANCE.deserialize(in));
          }
        });
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    RawState.write(
        context,
        0,
        out -> {
          out.writeInt(rows.size());
          for (Arrival.Row row : rows) {
            ArrivalSerializer.INSTANCE.serialize(row, out);
          }
        });
  }

  @Override
  public void open() {
    if (!rows.isEmpty()) {
      startTimer();
    }
  }

  @Override
  public void processElement(StreamRecord<Arrival> element) {
    if (!(element.getValue() instanceof Arrival.Row row)) {
      output.collect(REJECTED, element);
      return;
    }
    rows.add(row);
    if (rows.size() == options.size()) {
      emit();
    } else if (timer == null) {
      startTimer();
    }
  }

  private void startTimer() {
    deadline = getProcessingTimeService().getCurrentProcessingTime() + options.maxDelayMillis();
    timer = getProcessingTimeService().registerTimer(deadline, this::due);
  }

  /** A timer that was not cancelled in time must not close the next batch. */
  private void due(long time) {
    if (timer != null && time == deadline) {
      emit();
    }
  }

  private void emit() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
    List<Arrival.Row> full = rows;
    rows = new ArrayList<>();
    List<@Nullable Target> targets = new ArrayList<>();
    full.forEach(row -> targets.add(row.target()));
    output.collect(
        new StreamRecord<>(
            new Batch(
                options.preprocessing().apply(full.stream().map(Arrival.Row::features).toList()),
                full.stream().map(Arrival.Row::id).toList(),
                targets,
                full.stream().mapToLong(row -> row.origin().time()).toArray())));
  }

  @Override
  public void endInput() {
    if (!rows.isEmpty()) {
      emit();
    }
  }
}
