package org.filbert.operators.loop.internal.frames;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.executiongraph.ExecutionGraphID;
import org.apache.flink.runtime.jobgraph.JobVertexID;
import org.apache.flink.runtime.metrics.scope.ScopeFormat;
import org.apache.flink.runtime.scheduler.strategy.ExecutionVertexID;
import org.junit.jupiter.api.Test;

class FeedbackTest {
  @Test
  void aReceiverThatHasFinishedIsNoFailureOfTheSender() {
    int before = Feedback.openChannels();
    try (Feedback.Channel channel = Feedback.open("feedback-test")) {
      AtomicInteger woken = new AtomicInteger();
      channel.receiver(
          () -> {
            woken.incrementAndGet();
            throw new RejectedExecutionException("the mailbox is closed");
          });
      channel.put(Frame.CREDIT);
      assertThat(woken).hasValue(1);
      assertThat(channel.poll()).isEqualTo(Frame.CREDIT);
    }
    assertThat(Feedback.openChannels()).isEqualTo(before);
  }

  private static String key(ExecutionGraphID graph, JobVertexID vertex, int attempt) {
    ExecutionAttemptID id =
        new ExecutionAttemptID(graph, new ExecutionVertexID(vertex, 3), attempt);
    return Feedback.key(
        Map.of(ScopeFormat.SCOPE_JOB_ID, "job", ScopeFormat.SCOPE_TASK_ATTEMPT_ID, id.toString()),
        "loop",
        3);
  }

  @Test
  void headAndTailMeetAndAttemptsDoNot() {
    ExecutionGraphID graph = new ExecutionGraphID();
    ExecutionGraphID ofAnotherJobManager = new ExecutionGraphID();
    String head = key(graph, new JobVertexID(), 0);
    assertThat(head)
        .isEqualTo(key(graph, new JobVertexID(), 0))
        .isNotEqualTo(key(graph, new JobVertexID(), 1))
        .isNotEqualTo(key(ofAnotherJobManager, new JobVertexID(), 0))
        .isEqualTo("job/loop/3/" + graph + "/0");
  }
}
