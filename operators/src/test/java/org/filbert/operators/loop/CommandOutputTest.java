package org.filbert.operators.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.operators.loop.internal.frames.AnswerLog;
import org.filbert.operators.loop.internal.frames.CommandOutput;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.internal.frames.FrameCodec;
import org.filbert.workers.Matrices;
import org.filbert.workers.SumTask;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The frames that leave the driver for each superstep, byte by byte. */
class CommandOutputTest {
  private static final Matrix MEGABYTE = Matrix.zeros(Precision.DOUBLE, 1 << 17, 1);
  private static final Matrix SMALL = Matrix.zeros(Precision.DOUBLE, 100, 1);

  private record Send(Matrix matrix) implements Task<Integer> {
    @Override
    public Integer run(Worker worker) {
      return 1;
    }
  }

  private record Add(Matrix matrix) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      return Matrices.of();
    }
  }

  private record Take(Matrix matrix) implements SumTask<Integer> {
    @Override
    public Integer run(Worker worker, Matrices sum) {
      return 1;
    }
  }

  /** Records the frames. */
  private static final class Recorded implements Output<StreamRecord<Frame>> {
    private final List<Frame> direct = new ArrayList<>();
    private final List<Frame> spread = new ArrayList<>();

    @Override
    public void collect(StreamRecord<Frame> element) {
      direct.add(element.getValue());
    }

    @Override
    public <X> void collect(OutputTag<X> tag, StreamRecord<X> element) {
      spread.add((Frame) element.getValue());
    }

    @Override
    public void emitWatermark(Watermark mark) {}

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {}

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {}

    @Override
    public void emitRecordAttributes(RecordAttributes attributes) {}

    @Override
    public void emitWatermark(WatermarkEvent watermark) {}

    @Override
    public void close() {}
  }

  private final SimpleCounter sent = new SimpleCounter();
  private final Recorded recorded = new Recorded();

  /** Bytes sent in one superstep. */
  private long bytes(int workers, Consumer<Workers> superstep) {
    CommandOutput output = new CommandOutput(recorded, workers, sent);
    long before = sent.getCount();
    FlinkWorkers flink =
        new FlinkWorkers(
            workers,
            new FrameCodec(List.of(Send.class, Add.class, Take.class)),
            (step, frames) -> {
              output.send(frames);
              output.answered(step);
              throw new DriverStoppedException(new InterruptedException("all is sent"));
            },
            new AnswerLog(1),
            new DriverMetrics());
    try {
      superstep.accept(flink);
    } catch (DriverStoppedException e) {
      assertThat(e).hasRootCauseMessage("all is sent");
    }
    return sent.getCount() - before;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8, 32})
  void aLargeTaskForAllLeavesOnce(int p) {
    assertThat(bytes(p, workers -> workers.gather(new Send(MEGABYTE))))
        .isBetween(MEGABYTE.bytes(), (long) (1.1 * MEGABYTE.bytes()) + 4096L * p);
    assertThat(recorded.direct).isEmpty();
    assertThat(recorded.spread).hasSizeBetween(4, 6);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8, 32})
  void aSmallOneGoesStraight(int p) {
    assertThat(bytes(p, workers -> workers.gather(new Send(SMALL))))
        .isBetween(p * SMALL.bytes(), p * (SMALL.bytes() + 100));
    assertThat(recorded.direct).hasSize(p).extracting(Frame::dest).doesNotHaveDuplicates();
    assertThat(recorded.spread).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8, 32})
  void aTaskForOneCostsItsSizeOnce(int p) {
    assertThat(bytes(p, workers -> workers.at(p - 1, new Send(MEGABYTE))))
        .isBetween(MEGABYTE.bytes(), MEGABYTE.bytes() + 1000);
    assertThat(recorded.direct).allMatch(frame -> frame.dest() == p - 1);
    assertThat(recorded.spread).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8, 32})
  void aSumForWorkersCostsTheTasksAlone(int p) {
    assertThat(bytes(p, workers -> workers.sum(new Add(SMALL)).at(1, new Take(MEGABYTE))))
        .isBetween(
            p * SMALL.bytes() + MEGABYTE.bytes(),
            p * (SMALL.bytes() + 200) + MEGABYTE.bytes() + 1000);
    assertThat(recorded.direct)
        .filteredOn(frame -> frame.kind() == Frame.Kind.NEXT)
        .allMatch(frame -> frame.dest() == 1);
    assertThat(recorded.spread)
        .hasSize(p)
        .allMatch(frame -> frame.kind() == Frame.Kind.FORGET)
        .extracting(frame -> frame.chunk() % p)
        .doesNotHaveDuplicates();
    assertThat(bytes(p, workers -> workers.sum(new Add(SMALL)).get()))
        .isBetween(p * SMALL.bytes(), p * (SMALL.bytes() + 200));
  }
}
