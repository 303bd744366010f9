package org.filbert.operators.online;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.filbert.connectors.flink.ArrivalSerializer;
import org.filbert.connectors.stream.Arrival;
import org.filbert.operators.loop.state.RawState;

/**
 * Joins rows and labels that arrive separately, by the row's id. A row without a label is forwarded
 * at once for scoring. When its label comes, it is forwarded again for learning. Unmatched records
 * are dropped and counted after the delay; the oldest are dropped if there are too many. Of several
 * rows or labels with one id, the last one waits.
 *
 * <p>Time while the job does not run does not count, as records from that time have yet to arrive.
 */
public final class LabelJoin extends AbstractStreamOperator<Arrival>
    implements OneInputStreamOperator<Arrival, Arrival> {
  private static final long serialVersionUID = 1L;

  private final long delayMillis;
  private final int most;

  private transient Map<String, Waiting> waiting = new LinkedHashMap<>();
  private transient Counter unlabelled = new SimpleCounter();
  private transient Counter unclaimed = new SimpleCounter();
  private transient long before;
  private transient long started;
  private transient boolean timed;

  /**
   * An unmatched record.
   *
   * @param since job's running time at its arrival, in milliseconds
   */
  private record Waiting(Arrival arrival, long since) {}

  /**
   * @param delayMillis longest time that a row waits for its label, and a label for its row
   * @param most largest number of waiting rows and labels
   */
  public LabelJoin(long delayMillis, int most) {
    this.delayMillis = delayMillis;
    this.most = most;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    waiting = new LinkedHashMap<>();
    unlabelled = new SimpleCounter();
    unclaimed = new SimpleCounter();
    before = 0;
    RawState.read(context, 0, this::read);
  }

  @Override
  public void open() {
    started = getProcessingTimeService().getCurrentProcessingTime();
    timed = false;
    getMetricGroup().counter("unlabelledRows", unlabelled);
    getMetricGroup().counter("unclaimedLabels", unclaimed);
    getMetricGroup().gauge("waitingForLabels", (Gauge<Integer>) waiting::size);
    setTimer();
  }

  private long running() {
    return before + getProcessingTimeService().getCurrentProcessingTime() - started;
  }

  @Override
  public void processElement(StreamRecord<Arrival> element) {
    Arrival arrival = element.getValue();
    if (arrival instanceof Arrival.Label label) {
      join(label);
    } else if (arrival instanceof Arrival.Row row && row.target() == null) {
      join(row);
    } else {
      collect(arrival);
    }
  }

  private void join(Arrival.Row row) {
    Waiting other = waiting.remove(row.id());
    if (other != null && other.arrival() instanceof Arrival.Label label) {
      collect(row, label);
    } else {
      collect(row);
      keep(row);
    }
  }

  private void join(Arrival.Label label) {
    Waiting other = waiting.remove(label.id());
    if (other != null && other.arrival() instanceof Arrival.Row row) {
      collect(row, label);
    } else {
      keep(label);
    }
  }

  private static String id(Arrival alone) {
    return alone instanceof Arrival.Row row ? row.id() : ((Arrival.Label) alone).id();
  }

  private void collect(Arrival.Row row, Arrival.Label label) {
    collect(new Arrival.Row(row.origin(), row.id(), row.features(), label.target()));
  }

  private void collect(Arrival arrival) {
    output.collect(new StreamRecord<>(arrival));
  }

  private void keep(Arrival arrival) {
    waiting.put(id(arrival), new Waiting(arrival, running()));
    if (waiting.size() > most) {
      forgetFirst();
    }
    setTimer();
  }

  /** Drops the record that has waited longest. */
  private void forgetFirst() {
    Iterator<Waiting> first = waiting.values().iterator();
    (first.next().arrival() instanceof Arrival.Row ? unlabelled : unclaimed).inc();
    first.remove();
  }

  private boolean due() {
    return !waiting.isEmpty() && left() <= 0;
  }

  private long left() {
    return waiting.values().iterator().next().since() + delayMillis - running();
  }

  private void setTimer() {
    if (!timed && !waiting.isEmpty()) {
      timed = true;
      long now = getProcessingTimeService().getCurrentProcessingTime();
      ScheduledFuture<?> unused =
          getProcessingTimeService().registerTimer(now + left(), time -> expire());
    }
  }

  private void expire() {
    timed = false;
    while (due()) {
      forgetFirst();
    }
    setTimer();
  }

  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpoint, long timestamp, CheckpointOptions options, CheckpointStreamFactory factory) {
    return RawState.tolerant(() -> super.snapshotState(checkpoint, timestamp, options, factory));
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    RawState.write(context, 0, this::write);
  }

  private void write(DataOutputViewStreamWrapper out) throws IOException {
    out.writeLong(running());
    out.writeLong(unlabelled.getCount());
    out.writeLong(unclaimed.getCount());
    out.writeInt(waiting.size());
    for (Waiting each : waiting.values()) {
      out.writeLong(each.since());
      ArrivalSerializer.INSTANCE.serialize(each.arrival(), out);
    }
  }

  private void read(DataInputViewStreamWrapper in) throws IOException {
    before = in.readLong();
    unlabelled.inc(in.readLong());
    unclaimed.inc(in.readLong());
    for (int left = in.readInt(); left > 0; left--) {
      long since = in.readLong();
      Arrival arrival = ArrivalSerializer.INSTANCE.deserialize(in);
      waiting.put(id(arrival), new Waiting(arrival, since));
    }
  }
}
