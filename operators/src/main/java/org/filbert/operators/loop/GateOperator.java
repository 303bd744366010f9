package org.filbert.operators.loop;

import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.StreamingRuntimeContext;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/**
 * Lets batches through to a stream's driver as it asks for them, and holds back all others, so that
 * back-pressure reaches the source. The credits come through a channel in the JVM: the driver is
 * co-located.
 *
 * <p>A checkpoint cannot pass while a batch waits here. That does no harm, because barriers enter
 * the loop only behind this operator: no one waits for them, and the batch under way is finished.
 * (Were the workers to have theirs from elsewhere, the driver would hold back their answers until
 * this one came, which would never come.)
 */
final class GateOperator<B> extends AbstractStreamOperator<B>
    implements OneInputStreamOperator<B, B> {
  /** Batches that the driver holds at most: one under way, one that waits for it. */
  static final int BATCHES = 2;

  private final Loop loop;
  private final MailboxExecutor mailbox;
  private int credits;
  private Feedback.@Nullable Channel channel;

  GateOperator(StreamOperatorParameters<B> parameters, Loop loop) {
    super(parameters);
    this.loop = loop;
    this.mailbox = parameters.getMailboxExecutor();
  }

  static String channelKey(StreamingRuntimeContext context, Loop loop) {
    return Subtask.channelKey(context, loop.name() + "-gate");
  }

  @Override
  public void open() {
    Feedback.Channel opened = Feedback.open(channelKey(getRuntimeContext(), loop));
    channel = opened;
    opened.receiver(() -> mailbox.execute(this::collectCredits, "credits"));
    mailbox.execute(this::collectCredits, "credits");
  }

  private void collectCredits() {
    Feedback.Channel open = Subtask.opened(channel);
    while (open.poll() != null) {
      credits++;
    }
  }

  @Override
  public void processElement(StreamRecord<B> element) throws InterruptedException {
    while (credits == 0) {
      mailbox.yield();
    }
    credits--;
    output.collect(element);
  }

  @Override
  public void close() throws Exception {
    if (channel != null) {
      channel.receiver(null);
      channel.close();
    }
    super.close();
  }
}
