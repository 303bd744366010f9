package org.filbert.jobs.online;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.stream.Arrival;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.run.RunDirectory;
import org.filbert.jobs.run.RunFileWriter;
import org.filbert.online.Prediction;
import org.filbert.online.progressive.Report;
import org.filbert.online.progressive.StreamStatistics;
import org.filbert.operators.loop.spec.UserErrorException;
import org.filbert.operators.loop.state.RawState;
import org.filbert.store.ModelStore;
import org.filbert.store.codec.KryoCodec;
import org.jspecify.annotations.Nullable;

/**
 * Writes the files of an online run, publishes its models, exposes its metrics, and forwards the
 * predictions. The second input has the rejected records, which are counted.
 *
 * <p>The lines of the table are part of the state and their file is always written whole, so each
 * line is there once after a failure.
 *
 * <p>A checkpoint contains the models that arrived before it and are not yet published. The
 * completed checkpoint publishes them, and finishes the files if the inputs have ended.
 */
final class OnlineRecorder extends AbstractStreamOperator<Prediction>
    implements TwoInputStreamOperator<Report, Arrival, Prediction>, BoundedMultiInput {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = System.getLogger(OnlineRecorder.class.getName());
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
  private static final Duration NOTES_TIME = Duration.ofSeconds(10);

  private static final long NOT_TAKEN = Long.MAX_VALUE;

  private final OnlineLoop loop;

  private transient RunFileWriter notes;
  private transient OnlineRecord restored = OnlineRecord.EMPTY;
  private transient List<OnlineLine> lines = List.of();
  private transient long started;
  private transient long deadLetters;
  private transient PendingSnapshots waiting = new PendingSnapshots();
  private transient List<Report.Snapshot> unpublished = List.of();
  private transient long lastCheckpoint;
  private transient int snapshots;
  private transient int setbacks;
  private transient @Nullable Integer modelVersion;
  private transient @Nullable OnlineLine last;
  private transient boolean classes;
  private transient int openInputs;
  private transient OnlineMetrics gauges = new OnlineMetrics();

  OnlineRecorder(OnlineLoop loop) {
    this.loop = loop;
    this.notes = new RunFileWriter(new RunDirectory(loop.directory()));
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    restored = OnlineRecord.EMPTY;
    unpublished = new ArrayList<>();
    waiting = new PendingSnapshots();
    RawState.read(context, 0, this::read);
    lines = restored.lines();
    notes = new RunFileWriter(new RunDirectory(loop.directory()));
    deadLetters = restored.deadLetters();
    snapshots = restored.snapshots();
    last = lines.isEmpty() ? null : lines.get(lines.size() - 1);
    setbacks = last == null ? 0 : last.setbacks();
    modelVersion = restored.modelVersion();
    started = System.nanoTime();
    openInputs = 2;
    lastCheckpoint = NOT_TAKEN;
    classes = loop.config().task() == TaskKind.CLASSIFICATION;
  }

  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpoint, long timestamp, CheckpointOptions options, CheckpointStreamFactory factory) {
    return RawState.tolerant(() -> super.snapshotState(checkpoint, timestamp, options, factory));
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    byte[] bytes =
        JSON.writeValueAsBytes(
            new OnlineRecord(lines, seconds(), deadLetters, snapshots, modelVersion));
    List<Report.Snapshot> models = waiting.taken(context.getCheckpointId());
    if (openInputs == 0) {
      lastCheckpoint = Math.min(lastCheckpoint, context.getCheckpointId());
    }
    RawState.write(
        context,
        0,
        out -> {
          out.writeInt(bytes.length);
          out.write(bytes);
          KryoCodec codec = codec();
          out.writeInt(models.size());
          for (Report.Snapshot model : models) {
            codec.write(out, model);
          }
        });
  }

  private KryoCodec codec() {
    return KryoCodec.byNames(loop.messages());
  }

  private void read(DataInputViewStreamWrapper in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    restored = JSON.readValue(bytes, OnlineRecord.class);
    KryoCodec codec = codec();
    for (int left = in.readInt(); left > 0; left--) {
      unpublished.add(codec.read(in, Report.Snapshot.class));
    }
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) throws Exception {
    super.notifyCheckpointComplete(checkpoint);
    publish(waiting.completed(checkpoint));
    if (checkpoint >= lastCheckpoint && last != null) {
      summarise(last.withDeadLetters(deadLetters));
    }
  }

  private void publish(List<Report.Snapshot> models) throws IOException {
    for (Report.Snapshot model : models) {
      publish(model);
    }
  }

  @Override
  public void open() throws IOException {
    publish(unpublished); // the checkpoint that they were restored from is complete
    unpublished = List.of();
    gauges = new OnlineMetrics();
    gauges.register(getMetricGroup());
    writeLines();
  }

  private double seconds() {
    return restored.seconds() + (System.nanoTime() - started) / 1e9;
  }

  @Override
  public void processElement1(StreamRecord<Report> element) {
    Report report = element.getValue();
    if (report instanceof Report.Predicted predicted) {
      long now = Clock.systemUTC().millis();
      for (Prediction prediction : predicted.predictions()) {
        gauges.predicted(now - prediction.arrival());
        output.collect(new StreamRecord<>(prediction));
      }
    } else if (report instanceof Report.Progress progress) {
      record(progress);
    } else if (report instanceof Report.HistoryEnd) {
      lines = OnlineLine.endHistory(lines);
      writeLines();
    } else {
      waiting.add((Report.Snapshot) report);
    }
  }

  @Override
  public void processElement2(StreamRecord<Arrival> element) {
    deadLetters++;
    gauges.deadLetters = deadLetters;
  }

  private void record(Report.Progress progress) {
    StreamStatistics statistics = progress.statistics();
    double seconds = seconds();
    OnlineLine before = lines.isEmpty() ? null : lines.get(lines.size() - 1);
    long rows = statistics.rows() - (before == null ? 0 : before.instances());
    double took = seconds - (before == null ? 0 : before.seconds());
    OnlineLine line =
        OnlineLine.of(
            progress,
            new OnlineLine.Pace(
                seconds,
                took > 0 ? rows / took : 0,
                Clock.systemUTC().millis() - statistics.arrival(),
                deadLetters),
            classes,
            loop.inputs());
    gauges.statistics(line, statistics.batches());
    if (setbacks < line.setbacks()) {
      setbacks = line.setbacks();
      LOG.log(
          Level.WARNING,
          "the steps diverged after {0} instances: the run goes on from its last good model, with"
              + " steps of 1/{1}",
          line.instances(),
          1 << line.setbacks());
    }
    last = line;
    boolean news = before == null || before.instances() < line.instances();
    if (news && (progress.line() || progress.last())) {
      lines = OnlineLine.append(lines, line);
      writeLines();
    }
  }

  private void writeLines() {
    List<OnlineLine> current = lines;
    notes.lines(RunDirectory.CURVE, () -> current);
    notes.text(RunDirectory.REPORT, () -> OnlineReport.of(loop, current, null).html());
  }

  private void publish(Report.Snapshot snapshot) throws IOException {
    OnlineConfig config = loop.config();
    ModelStore store = ModelStore.open(new Path(loop.store()));
    modelVersion =
        store
            .publish(
                config.name(),
                publisher(snapshot.number()),
                Instant.ofEpochMilli(loop.created()),
                snapshot.model())
            .number();
    snapshots = snapshot.number();
    if (config.snapshots().keep().isPresent()) {
      int old = snapshots - config.snapshots().keep().getAsInt();
      while (old > 0 && store.remove(config.name(), publisher(old))) {
        old--; // older versions have been deleted if fewer are kept than before
      }
    }
  }

  private String publisher(int snapshot) {
    return loop.runId() + "-" + snapshot;
  }

  @Override
  public void endInput(int input) {
    openInputs--;
  }

  private void summarise(OnlineLine end) {
    OnlineSummary summary = OnlineSummary.of(loop, end, modelVersion);
    List<OnlineLine> all = lines;
    notes.text(RunDirectory.REPORT, () -> OnlineReport.of(loop, all, summary).html());
    notes.json(RunDirectory.SUMMARY, () -> summary);
    notes.again();
    notes.flush(NOTES_TIME);
    notes
        .lost()
        .ifPresent(
            reason -> {
              throw new SuppressRestartsException(new UserErrorException(reason, null));
            });
  }

  @Override
  public void close() throws Exception {
    if (notes != null) { // null until the state has been read
      notes.flush(NOTES_TIME);
    }
    super.close();
  }
}
