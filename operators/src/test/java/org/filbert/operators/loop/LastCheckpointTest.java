package org.filbert.operators.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LastCheckpointTest {
  private final Queue<Runnable> later = new ArrayDeque<>();
  private int asked;
  private final LastCheckpoint checkpoint = new LastCheckpoint(() -> asked++, later::add);

  private void timePasses() {
    while (!later.isEmpty()) {
      later.remove().run();
    }
  }

  @Test
  void aFailureBeforeTheEndWaitsForTheNextInterval() {
    checkpoint.notifyCheckpointAborted(1);
    timePasses();
    assertThat(asked).isZero();
  }

  @Test
  void eachFailureAfterTheEndIsFollowedByAnotherTry() {
    checkpoint.handleEventFromOperator(0, 0, LastCheckpoint.Ended.EVENT);
    timePasses();
    assertThat(asked).isZero();
    checkpoint.notifyCheckpointAborted(2);
    checkpoint.notifyCheckpointComplete(2);
    timePasses();
    checkpoint.notifyCheckpointAborted(3);
    timePasses();
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void aStreamThatGoesOnHasNotEnded() {
    checkpoint.handleEventFromOperator(0, 0, LastCheckpoint.Ended.EVENT);
    checkpoint.notifyCheckpointAborted(2);
    checkpoint.executionAttemptFailed(0, 0, new IllegalStateException("lost"));
    timePasses();
    checkpoint.handleEventFromOperator(0, 1, LastCheckpoint.Ended.EVENT);
    checkpoint.notifyCheckpointAborted(4);
    checkpoint.close();
    timePasses();
    assertThat(asked).isZero();
  }

  @Test
  void hasNoState() {
    CompletableFuture<byte[]> state = new CompletableFuture<>();
    checkpoint.checkpointCoordinator(1, state);
    assertThat(state).isCompletedWithValueMatching(bytes -> bytes.length == 0);
  }
}
