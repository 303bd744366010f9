package org.filbert.operators.loop.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.filbert.operators.loop.spec.Attempts.Mark;
import org.junit.jupiter.api.Test;

class AttemptsTest {
  private static Attempts attempt(int number, Mark restored) {
    return new Attempts(2, Beginnings.ALL, new Mark("job", number), restored);
  }

  @Test
  void failuresWithoutProgressEndTheJob() {
    assertThat(attempt(0, Mark.NONE).last()).isFalse();
    assertThat(attempt(1, Mark.NONE).last()).isFalse();
    assertThat(attempt(2, Mark.NONE).last()).isTrue();
    assertThat(attempt(2, Mark.NONE).exhausted()).isFalse();
    assertThat(attempt(3, Mark.NONE).exhausted()).isTrue();
  }

  /** Attempts without slots, between the first one and the seventh, are no failures. */
  @Test
  void attemptsThatHaveNotBegunDoNotCount() {
    Beginnings noted =
        new Beginnings() {
          private final List<Integer> begun = new ArrayList<>();

          @Override
          public void note(Mark attempt) {
            begun.add(attempt.attempt());
          }

          @Override
          public int between(Mark from, Mark to) {
            return (int)
                begun.stream().filter(at -> from.attempt() <= at && at < to.attempt()).count();
          }
        };
    new Attempts(2, noted, new Mark("job", 0), Mark.NONE).begin();
    Attempts late = new Attempts(2, noted, new Mark("job", 7), Mark.NONE);
    late.begin();
    assertThat(late.failures()).isEqualTo(1);
    assertThat(late.last()).isFalse();
    assertThat(new Attempts(2, noted, new Mark("job", 8), Mark.NONE).last()).isTrue();
  }

  @Test
  void progressThatACheckpointHasBeginsTheCountAnew() {
    Attempts second = attempt(2, Mark.NONE);
    second.cameFurther();
    assertThat(second.last()).as("lost if it fails now").isTrue();
    second.checkpointed();
    assertThat(second.last()).isFalse();
    assertThat(second.failures()).isZero();
    assertThat(attempt(4, second.mark()).last()).isTrue();
    assertThat(attempt(3, second.mark()).last()).isFalse();
  }

  @Test
  void aResumedRunBeginsToCountAnew() {
    assertThat(attempt(0, new Mark("another job", 7)).failures()).isZero();
    assertThat(attempt(2, new Mark("another job", 7)).last()).isTrue();
  }

  @Test
  void anotherJobManagerBeginsToCountAnew() {
    assertThat(attempt(0, new Mark("job", 7)).failures()).isZero();
    assertThat(attempt(2, new Mark("job", 7)).last()).isTrue();
  }

  @Test
  void aStreamNeverGivesUp() {
    Attempts many =
        new Attempts(Integer.MAX_VALUE, Beginnings.ALL, new Mark("job", 100_000), Mark.NONE);
    assertThat(many.last()).isFalse();
    assertThat(many.exhausted()).isFalse();
  }
}
