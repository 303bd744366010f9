package org.filbert.operators.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.internal.frames.FrameCodec;
import org.filbert.operators.loop.internal.frames.SumCodec;
import org.filbert.operators.loop.internal.frames.Summing;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.Recipients;
import org.filbert.workers.SumTask;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.junit.jupiter.api.Test;

/** A worker executes each command once, in whatever order frames arrive. */
class WorkerRunTest {
  private static final Key<Long> CALLS = Key.stored("calls", Long.class);
  private static final int SIZE = 100_000; // several pieces

  private final Worker worker = new Worker(1, 3, Backends.choose("java", "plain"));
  private final FrameCodec codec =
      new FrameCodec(List.of(Count.class, Read.class, Ones.class, Add.class));
  private final List<Frame> said = new ArrayList<>();

  private static long count(Worker worker) {
    long calls = worker.getOrMake(CALLS, () -> 0L) + 1;
    worker.put(CALLS, calls);
    return calls;
  }

  private record Count(double[] load) implements Task<Long> {
    @Override
    public Long run(Worker worker) {
      return count(worker);
    }
  }

  private record Read() implements Task<Long> {
    @Override
    public Long run(Worker worker) {
      return 7L;
    }
  }

  private record Ones() implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      count(worker);
      return Matrices.of(Matrix.zeros(Precision.DOUBLE, 1, SIZE));
    }
  }

  private record Add() implements SumTask<Long> {
    @Override
    public Long run(Worker worker, Matrices sum) {
      count(worker);
      return (long) sum.get(0).cols();
    }
  }

  private WorkerRun run(int done, int summed) {
    return new WorkerRun(worker, codec, said::addAll, done, summed);
  }

  private List<Frame> task(int step) {
    return codec.encode(
        Frame.of(Frame.Kind.TASK, step, -1, Frame.ALL, 3), new Count(new double[SIZE]));
  }

  private List<Frame> summand(int step, Recipients recipients) {
    return codec.encode(
        Frame.of(Frame.Kind.SUMMAND, step, -1, Frame.ALL, 3), new Summing(new Ones(), recipients));
  }

  private List<Frame> next(int step) {
    return codec.encode(Frame.of(Frame.Kind.NEXT, step, -1, 1, 1), new Add());
  }

  private static List<Frame> sum(int step) {
    return SumCodec.encode(
        Frame.of(Frame.Kind.SUM, step, -1, 1, 0),
        Matrices.of(Matrix.zeros(Precision.DOUBLE, 1, SIZE)));
  }

  private static List<Frame> shuffled(long seed, List<List<Frame>> messages) {
    List<Frame> frames = new ArrayList<>();
    messages.forEach(frames::addAll);
    Collections.shuffle(frames, new Random(seed));
    return frames;
  }

  private Object answer() {
    return answer(Frame.Kind.ANSWER);
  }

  private Object answer(Frame.Kind kind) {
    assertThat(said).hasSize(1);
    Frame frame = said.get(0);
    assertThat(frame.kind()).isEqualTo(kind);
    assertThat(frame.source()).isEqualTo(1);
    return codec.decode(new Frame[] {frame}, Object.class);
  }

  @Test
  void aTaskIsAnsweredOnce() {
    WorkerRun run = run(0, 0);
    task(4).forEach(run::receive);
    assertThat(answer()).isEqualTo(1L);
    assertThat(said.get(0).answers()).isEqualTo(3);
    task(4).forEach(run::receive);
    task(3).forEach(run::receive);
    assertThat(said).hasSize(1);
    assertThat(run.done()).isEqualTo(4);
    run = run(4, 0);
    task(4).forEach(run::receive);
    assertThat(worker.get(CALLS)).isEqualTo(1);
  }

  @Test
  void whatIsReadIsAnsweredEachTime() {
    WorkerRun run = run(4, 4);
    for (int step : new int[] {3, 3, 5, 5}) {
      said.clear();
      codec
          .encode(Frame.of(Frame.Kind.READ, step, -1, Frame.ALL, 3), new Read())
          .forEach(run::receive);
      assertThat(answer(Frame.Kind.READING)).isEqualTo(7L);
      assertThat(said.get(0).step()).isEqualTo(step);
      assertThat(run.done()).isEqualTo(4);
    }
  }

  @Test
  void aSumThatIsForOthersEndsWithTheSummand() {
    for (Recipients recipients : new Recipients[] {null, new Recipients.One(2)}) {
      said.clear();
      WorkerRun run = run(0, 0);
      summand(1, recipients).forEach(run::receive);
      assertThat(run.done()).isEqualTo(1);
      assertThat(said)
          .hasSizeGreaterThan(1)
          .allMatch(frame -> frame.dest() == (recipients == null ? Frame.DRIVER : 2));
    }
  }

  @Test
  void rowsOfASummandGoToTheirOwners() {
    WorkerRun run = run(0, 0);
    summand(1, new Recipients.Owners(List.of(0, 1, 0))).forEach(run::receive);
    assertThat(said).extracting(Frame::dest).contains(0, 1, 2).doesNotContain(Frame.ALL);
    assertThat(run.done()).isZero();
  }

  @Test
  void theNextTaskWaitsForTheSumInAnyOrder() {
    for (int seed = 0; seed < 20; seed++) {
      said.clear();
      WorkerRun run = run(0, 0);
      List<Frame> frames =
          shuffled(seed, List.of(summand(1, new Recipients.All()), next(1), sum(1)));
      frames.forEach(run::receive);
      said.removeIf(frame -> frame.kind() == Frame.Kind.SUM);
      assertThat(answer()).isEqualTo((long) SIZE);
      assertThat(said.get(0).answers()).isEqualTo(1);
      assertThat(run.done()).isEqualTo(1);
      assertThat(worker.get(CALLS)).isEqualTo(2L * (seed + 1));
    }
  }

  @Test
  void whoHasGivenItsSummandDoesNotGiveItAgainAfterARestore() {
    for (int seed = 0; seed < 20; seed++) {
      said.clear();
      WorkerRun run = run(0, 1);
      shuffled(seed, List.of(summand(1, new Recipients.All()), next(1), sum(1)))
          .forEach(run::receive);
      assertThat(answer()).isEqualTo((long) SIZE);
      assertThat(worker.get(CALLS)).isEqualTo(seed + 1L);
    }
  }

  @Test
  void whoHasDoneTheSuperstepDropsItsSum() {
    WorkerRun run = run(1, 1);
    shuffled(1, List.of(summand(1, new Recipients.All()), next(1), sum(1))).forEach(run::receive);
    assertThat(said).isEmpty();
    task(2).forEach(run::receive);
    assertThat(answer()).isEqualTo(1L);
  }
}
