package org.filbert.operators.online;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.filbert.connectors.flink.ArrivalSerializer;
import org.filbert.connectors.stream.Arrival;
import org.jspecify.annotations.Nullable;

/**
 * Brings rows and labels together that arrive apart, by the row's id. A row without a label goes on
 * at once, to be scored; when its label comes it goes on again, to be learned from. What is still
 * alone after the delay is forgotten and counted. Of several rows or labels of one id the last one
 * waits.
 */
public final class LabelJoin extends KeyedProcessFunction<String, Arrival, Arrival> {
  private static final long serialVersionUID = 1L;

  private final long delayMillis;
  private transient @Nullable ValueState<Arrival> waiting;
  private transient @Nullable ValueState<Long> deadline;
  private transient Counter unlabelled = new SimpleCounter();
  private transient Counter unclaimed = new SimpleCounter();

  /**
   * @param delayMillis how long a row waits for its label, and a label for its row
   */
  public LabelJoin(long delayMillis) {
    this.delayMillis = delayMillis;
  }

  /** The key to join by. */
  public static String key(Arrival arrival) {
    if (arrival instanceof Arrival.Row row) {
      return row.id();
    }
    return arrival instanceof Arrival.Label label ? label.id() : arrival.origin().place();
  }

  @Override
  public void open(OpenContext context) {
    waiting =
        getRuntimeContext()
            .getState(new ValueStateDescriptor<>("waiting", ArrivalSerializer.INSTANCE));
    deadline = getRuntimeContext().getState(new ValueStateDescriptor<>("deadline", Long.class));
    unlabelled = getRuntimeContext().getMetricGroup().counter("unlabelledRows");
    unclaimed = getRuntimeContext().getMetricGroup().counter("unclaimedLabels");
  }

  @Override
  public void processElement(Arrival arrival, Context context, Collector<Arrival> out)
      throws Exception {
    if (arrival instanceof Arrival.Label label) {
      join(label, context, out);
    } else if (arrival instanceof Arrival.Row row && row.target() == null) {
      join(row, context, out);
    } else {
      out.collect(arrival);
    }
  }

  private void join(Arrival.Row row, Context context, Collector<Arrival> out) throws Exception {
    if (state(waiting).value() instanceof Arrival.Label label) {
      forget(context);
      out.collect(new Arrival.Row(row.origin(), row.id(), row.features(), label.target()));
    } else {
      out.collect(row);
      keep(row, context);
    }
  }

  private void join(Arrival.Label label, Context context, Collector<Arrival> out) throws Exception {
    if (state(waiting).value() instanceof Arrival.Row row) {
      forget(context);
      out.collect(new Arrival.Row(row.origin(), row.id(), row.features(), label.target()));
    } else {
      keep(label, context);
    }
  }

  private void keep(Arrival arrival, Context context) throws Exception {
    forget(context);
    long due = context.timerService().currentProcessingTime() + delayMillis;
    context.timerService().registerProcessingTimeTimer(due);
    state(waiting).update(arrival);
    state(deadline).update(due);
  }

  private void forget(Context context) throws Exception {
    Long due = state(deadline).value();
    if (due != null) {
      context.timerService().deleteProcessingTimeTimer(due);
    }
    state(waiting).clear();
    state(deadline).clear();
  }

  @Override
  public void onTimer(long time, OnTimerContext context, Collector<Arrival> out) throws Exception {
    (state(waiting).value() instanceof Arrival.Row ? unlabelled : unclaimed).inc();
    state(waiting).clear();
    state(deadline).clear();
  }

  private static <T> ValueState<T> state(@Nullable ValueState<T> opened) {
    if (opened == null) {
      throw new IllegalStateException("the function is not open");
    }
    return opened;
  }
}
