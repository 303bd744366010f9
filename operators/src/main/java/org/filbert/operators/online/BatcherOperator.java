package org.filbert.operators.online;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.filbert.connectors.flink.ArrivalSerializer;
import org.filbert.connectors.stream.Arrival;
import org.filbert.data.Features;
import org.filbert.data.Target;
import org.filbert.model.Preprocessing;
import org.filbert.online.Batch;
import org.filbert.operators.loop.state.RawState;
import org.filbert.table.CellKind;
import org.filbert.table.EncodedTable;
import org.filbert.table.TableEncoder;
import org.jspecify.annotations.Nullable;

/**
 * Divides a stream into batches. A batch is closed when it is full, or when its first row has
 * waited for the given time. Rows keep their order of arrival. Rejected records leave by {@link
 * #REJECTED}. The end of the history closes a batch, and a batch without rows follows.
 *
 * <p>The preprocessing is fitted to the first batch, and is state from then on. The first batch
 * since the operator started brings it along.
 */
public final class BatcherOperator extends AbstractStreamOperator<Batch>
    implements OneInputStreamOperator<Arrival, Batch>, BoundedOneInput {
  private static final long serialVersionUID = 1L;

  /** Rejected records with their reasons. */
  public static final OutputTag<Arrival> REJECTED =
      new OutputTag<>("rejected", ArrivalSerializer.TYPE);

  /** In place of a number of offsets: no batch was there yet. */
  private static final int NOT_FITTED = Integer.MIN_VALUE;

  /** What is added to the number of offsets, so that it is no number of rows. */
  private static final int NO_OFFSETS = Integer.MIN_VALUE + 1;

  private final BatchOptions options;
  private transient List<Arrival.Row> rows = new ArrayList<>();
  private transient @Nullable ScheduledFuture<?> timer;
  private transient long deadline;
  private transient @Nullable Preprocessing preprocessing;
  private transient boolean brought;

  public BatcherOperator(BatchOptions options) {
    this.options = options;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    rows = new ArrayList<>();
    preprocessing = null;
    brought = false;
    RawState.read(context, 0, this::read);
  }

  /** A state of earlier versions has no offsets: it begins with the number of rows. */
  private void read(DataInputView in) throws IOException {
    int first = in.readInt();
    if (first == NOT_FITTED) {
      preprocessing = null;
    } else if (first >= 0) {
      preprocessing = options.preprocessing();
    } else {
      double[] offset = new double[first - NO_OFFSETS];
      for (int j = 0; j < offset.length; j++) {
        offset[j] = in.readDouble();
      }
      preprocessing = options.preprocessing().movedBy(offset);
    }
    for (int left = first >= 0 ? first : in.readInt(); left > 0; left--) {
      rows.add((Arrival.Row) ArrivalSerializer.INSTANCE.deserialize(in));
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    RawState.write(
        context,
        0,
        out -> {
          writeOffsets(out);
          out.writeInt(rows.size());
          for (Arrival.Row row : rows) {
            ArrivalSerializer.INSTANCE.serialize(row, out);
          }
        });
  }

  private void writeOffsets(DataOutputView out) throws IOException {
    Preprocessing fitted = preprocessing;
    out.writeInt(fitted == null ? NOT_FITTED : NO_OFFSETS + fitted.offset().length);
    if (fitted != null) {
      for (double each : fitted.offset()) {
        out.writeDouble(each);
      }
    }
  }

  @Override
  public void open() {
    if (!rows.isEmpty()) {
      startTimer();
    }
  }

  @Override
  public void processElement(StreamRecord<Arrival> element) {
    if (element.getValue() instanceof Arrival.HistoryEnd) {
      endHistory();
      return;
    }
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

  private void endHistory() {
    if (!rows.isEmpty()) {
      emit();
    }
    if (preprocessing != null) { // there were rows
      output.collect(new StreamRecord<>(Batch.historyEnd(preprocessing)));
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
    List<Features> records = full.stream().map(Arrival.Row::features).toList();
    TableEncoder table = options.table();
    EncodedTable encoded = table == null ? null : table.encode(records);
    List<Features> features = encoded == null ? records : encoded.rows();
    Preprocessing fitted = preprocessing;
    if (fitted == null) {
      fitted = options.firstRows().fit(options.preprocessing(), features);
      preprocessing = fitted;
    }
    output.collect(
        new StreamRecord<>(
            new Batch(
                fitted.apply(features),
                full.stream().map(Arrival.Row::id).toList(),
                targets,
                full.stream().mapToLong(row -> row.origin().time()).toArray(),
                brought ? null : fitted,
                encoded == null
                    ? null
                    : new Batch.Table(
                        brought ? null : table, weights(records), encoded.counts()))));
    brought = true;
  }

  /** The weights of rows, whose cells come after those of the columns; none if there are none. */
  private double[] weights(List<Features> records) {
    int columns = Objects.requireNonNull(options.table()).columns().size();
    return records.stream()
        .map(Features.Cells.class::cast)
        .filter(cells -> cells.count() > columns)
        .mapToDouble(cells -> CellKind.number(Objects.requireNonNull(cells.cell(columns))))
        .toArray();
  }

  @Override
  public void endInput() {
    if (!rows.isEmpty()) {
      emit();
    }
  }
}
