package org.filbert.jobs.online;

import java.io.IOException;
import java.time.Clock;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.types.Row;
import org.apache.flink.util.Collector;
import org.filbert.connectors.BadRecordException;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.kafka.RecordFormat;
import org.filbert.connectors.stream.Arrival;
import org.filbert.connectors.stream.Origin;
import org.filbert.connectors.stream.RowRule;
import org.filbert.connectors.text.MalformedException;
import org.filbert.connectors.text.RecordParser;
import org.filbert.data.Excerpt;
import org.filbert.data.Instance;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/** Converts the rows of a query into arrivals, and counts them; the count is in checkpoints. */
final class QueryArrivals extends ProcessFunction<Row, Arrival> implements CheckpointedFunction {
  private static final long serialVersionUID = 1L;
  private static final String SOURCE = "input.sql";

  private final RowJson json;
  private final @Nullable String id;
  private final RecordFormat format;
  private final RowRule rule;
  private final OnBadRecord onBadRecord;

  private long rows;
  private transient @Nullable ListState<Long> kept;
  private transient @Nullable RecordParser parser;
  private transient Counter rejections = new SimpleCounter();

  /**
   * @param id column with the id of a row; null: the number of the row, from 1
   */
  QueryArrivals(
      RowJson json,
      @Nullable String id,
      RecordFormat format,
      RowRule rule,
      OnBadRecord onBadRecord) {
    this.json = json;
    this.id = id;
    this.format = format;
    this.rule = rule;
    this.onBadRecord = onBadRecord;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    ListState<Long> state =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("rows", LongSerializer.INSTANCE));
    for (long before : state.get()) {
      rows = before;
    }
    kept = state;
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    if (kept != null) {
      kept.update(List.of(rows));
    }
  }

  @Override
  public void open(OpenContext context) {
    rejections = getRuntimeContext().getMetricGroup().counter("rejectedRecords");
  }

  @Override
  public void processElement(Row row, Context context, Collector<Arrival> out) throws IOException {
    Origin origin = new Origin(SOURCE, 0, rows++, Clock.systemUTC().millis());
    byte[] record = json.of(row);
    try {
      out.collect(arrival(origin, row, record));
    } catch (MalformedException | IllegalArgumentException e) {
      String reason = Excerpt.of(String.valueOf(e.getMessage()));
      if (onBadRecord == OnBadRecord.FAIL) {
        throw new SuppressRestartsException(new BadRecordException(origin.place(), reason));
      }
      rejections.inc();
      out.collect(new Arrival.Rejected(origin, null, record, reason));
    }
  }

  private Arrival arrival(Origin origin, Row row, byte[] record) throws MalformedException {
    Instance.Example example = parser().parse(record);
    Target target = example.target();
    return new Arrival.Row(
        origin,
        id(row),
        rule.features(example.features()),
        target == null ? null : rule.target(target));
  }

  private String id(Row row) {
    if (id == null) {
      return Long.toString(rows);
    }
    Object found = row.getField(json.columns().indexOf(id));
    if (found == null) {
      throw new IllegalArgumentException("found null in column " + id + ", allowed the row's id");
    }
    return RowJson.text(found);
  }

  private RecordParser parser() {
    if (parser == null) {
      parser = format.parser();
    }
    return parser;
  }
}
