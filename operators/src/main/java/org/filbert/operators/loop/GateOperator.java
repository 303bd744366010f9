package org.filbert.operators.loop;

import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.StreamingRuntimeContext;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.filbert.operators.loop.internal.frames.Feedback;
import org.filbert.operators.loop.internal.frames.Subtask;
import org.filbert.operators.loop.spec.Loop;
import org.jspecify.annotations.Nullable;

/**
 * Lets batches through when a stream's driver asks for them. All others wait, so that back-pressure
 * reaches the source. The driver is co-located and sends credits through a channel in the JVM.
 *
 * <p>A checkpoint cannot pass while a batch waits here. This is harmless: barriers enter the loop
 * only behind this operator, so nobody waits for them and the current batch is finished. (If the
 * workers' barriers came from elsewhere, the driver would hold back the workers' answers until its
 * own barrier came, which would never arrive.)
 *
 * <p>A checkpoint passes when the driver has finished all batches, so that no step is under way in
 * it: then a stream may go on with another number of workers.
 */
final class GateOperator<B> extends AbstractStreamOperator<B>
    implements OneInputStreamOperator<B, B> {
  /** Most batches at the driver: a current one, and one that waits for it. */
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
  public void prepareSnapshotPreBarrier(long checkpoint) throws InterruptedException {
    while (credits < BATCHES) {
      mailbox.yield();
    }
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
