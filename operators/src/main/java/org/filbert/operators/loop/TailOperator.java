package org.filbert.operators.loop;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.filbert.operators.loop.internal.frames.Feedback;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.internal.frames.Subtask;
import org.jspecify.annotations.Nullable;

/** Delivers the driver's frames to the head in the same slot. */
final class TailOperator extends AbstractStreamOperator<Frame>
    implements OneInputStreamOperator<Frame, Frame> {
  private final String loop;
  private transient Feedback.@Nullable Channel channel;

  TailOperator(String loop) {
    this.loop = loop;
  }

  @Override
  public void open() {
    channel = Feedback.open(Subtask.channelKey(getRuntimeContext(), loop));
  }

  @Override
  public void processElement(StreamRecord<Frame> element) {
    Subtask.opened(channel).put(element.getValue());
  }

  @Override
  public void close() throws Exception {
    if (channel != null) {
      channel.close();
    }
    super.close();
  }
}
