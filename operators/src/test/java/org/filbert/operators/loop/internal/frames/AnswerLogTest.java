package org.filbert.operators.loop.internal.frames;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Objects;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.filbert.operators.loop.state.RawState;
import org.junit.jupiter.api.Test;

class AnswerLogTest {
  private static Frame answer(int step, int source) {
    return frame(Frame.Kind.ANSWER, step, source);
  }

  private static Frame reading(int step, int source) {
    return frame(Frame.Kind.READING, step, source);
  }

  private static Frame frame(Frame.Kind kind, int step, int source) {
    return Frame.of(kind, step, source, Frame.DRIVER, 2)
        .piece(0, 1, new byte[] {(byte) step, (byte) source});
  }

  private static AnswerLog written(RawState.Writer writer) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    writer.write(new DataOutputViewStreamWrapper(bytes));
    AnswerLog read = new AnswerLog(0);
    read.read(new DataInputViewStreamWrapper(new ByteArrayInputStream(bytes.toByteArray())));
    return read;
  }

  @Test
  void whatIsWrittenLaterIsWhatWasThereBefore() throws IOException {
    AnswerLog log = new AnswerLog(1);
    log.commit(0);
    log.add(answer(1, 0));
    log.record(Objects.requireNonNull(log.add(answer(1, 1))));
    log.add(answer(2, 0));
    RawState.Writer snapshot = log.snapshot();
    log.record(Objects.requireNonNull(log.add(answer(2, 1))));
    log.commit(2);
    log.add(answer(3, 0));

    AnswerLog then = written(snapshot);
    assertThat(then.stepAtState()).isZero();
    assertThat(then.recorded()).hasSize(1);
    assertThat(then.recorded().get(0).answers()).hasSize(2);
    assertThat(Objects.requireNonNull(then.add(answer(2, 1))).step()).isEqualTo(2);

    AnswerLog now = written(log.snapshot());
    assertThat(now.stepAtState()).isEqualTo(2);
    assertThat(now.recorded()).isEmpty();
    assertThat(Objects.requireNonNull(now.add(answer(3, 1))).step()).isEqualTo(3);
  }

  @Test
  void whatWasReadIsNotRemembered() throws IOException {
    AnswerLog log = new AnswerLog(1);
    log.commit(0);
    log.add(reading(1, 0));
    assertThat(Objects.requireNonNull(log.add(reading(1, 1))).answers()).hasSize(2);
    log.add(answer(2, 0));
    log.record(Objects.requireNonNull(log.add(answer(2, 1))));
    log.add(reading(3, 0));

    AnswerLog then = written(log.snapshot());
    assertThat(then.recorded()).extracting(Incoming::step).containsExactly(2);
    assertThat(then.underWay()).isEqualTo(3);
  }

  @Test
  void whatIsReadAgainLeavesTheAnswersUnderWayAlone() {
    AnswerLog log = new AnswerLog(1);
    log.add(reading(1, 0));
    log.add(reading(1, 1));
    log.add(answer(2, 1));
    log.add(reading(1, 1));
    assertThat(Objects.requireNonNull(log.add(reading(1, 0))).step()).isEqualTo(1);
    assertThat(log.underWay()).isEqualTo(2);
    assertThat(Objects.requireNonNull(log.add(answer(2, 0))).answers()).hasSize(2);
  }
}
