package org.filbert.operators.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckpointWatchTest {
  private static final Duration WRITING = Duration.ofMinutes(1);

  private final List<Runnable> due = new ArrayList<>();
  private final List<Long> givenUp = new ArrayList<>();
  private final CheckpointWatch watch = new CheckpointWatch(WRITING, this::later, givenUp::add);

  private void later(Duration delay, Runnable action) {
    assertThat(delay).isEqualTo(WRITING);
    due.add(action);
  }

  @Test
  void aCheckpointThatIsNotWrittenInTimeIsGivenUp() {
    watch.taken(1);
    assertThat(givenUp).isEmpty();
    due.forEach(Runnable::run);
    assertThat(givenUp).containsExactly(1L);
  }

  @Test
  void onesThatAreOverAreLeftAlone() {
    watch.taken(1);
    watch.completed(1);
    watch.taken(2);
    watch.aborted(2);
    watch.taken(3);
    due.forEach(Runnable::run);
    assertThat(givenUp).containsExactly(3L);
  }
}
