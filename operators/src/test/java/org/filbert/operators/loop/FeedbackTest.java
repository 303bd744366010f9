package org.filbert.operators.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
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
}
