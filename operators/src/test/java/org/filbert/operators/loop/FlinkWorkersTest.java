package org.filbert.operators.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.filbert.operators.loop.internal.frames.AnswerLog;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.internal.frames.FrameCodec;
import org.filbert.operators.loop.internal.frames.Incoming;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.junit.jupiter.api.Test;

/** A program that runs again after a restore. */
class FlinkWorkersTest {
  private final FrameCodec codec = new FrameCodec(List.of(Ask.class));
  private final List<String> asked = new ArrayList<>();

  private record Ask(boolean readsConstants) implements Task<Integer> {
    @Override
    public Integer run(Worker worker) {
      throw new AssertionError("the answers come from the test");
    }
  }

  private Incoming answer(Frame.Kind kind, int step) {
    Incoming answer = new Incoming(step);
    codec.encode(Frame.of(kind, step, 0, Frame.DRIVER, 1), step).forEach(answer::add);
    return answer;
  }

  /** Has answers to supersteps 5 and 7 after a state at 3; superstep 9 is current. */
  private FlinkWorkers restored() {
    AnswerLog known = new AnswerLog(9);
    known.commit(3);
    known.record(answer(Frame.Kind.ANSWER, 5));
    known.record(answer(Frame.Kind.ANSWER, 7));
    return new FlinkWorkers(1, codec, this::send, known, new DriverMetrics());
  }

  private FlinkWorkers workers;

  private void send(int step, List<Frame> frames) {
    Frame.Kind kind = frames.get(0).kind();
    asked.add(kind + " " + step);
    Objects.requireNonNull(workers)
        .deliver(answer(kind == Frame.Kind.READ ? Frame.Kind.READING : Frame.Kind.ANSWER, step));
  }

  @Test
  void constantsAreReadAgain() {
    workers = restored();
    List<Integer> answers = new ArrayList<>();
    for (boolean reads : new boolean[] {true, false, true, false, true, false, true}) {
      answers.addAll(workers.gather(new Ask(reads)));
    }
    assertThat(answers).containsExactly(4, 5, 6, 7, 8, 9, 10);
    assertThat(asked).containsExactly("READ 4", "READ 6", "READ 8", "TASK 9", "READ 10");
    assertThat(workers.step()).isEqualTo(10);
  }

  @Test
  void whatWorkersHaveDoneIsNotAskedForAgain() {
    workers = restored();
    assertThatThrownBy(() -> workers.gather(new Ask(false)))
        .hasMessage("the answers to superstep 4 have been discarded");
    assertThat(asked).isEmpty();
  }
}
