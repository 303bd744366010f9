package org.filbert.operators.loop.internal.frames;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.StreamingRuntimeContext;
import org.jspecify.annotations.Nullable;

/** Reads properties of a subtask from its runtime context. */
public final class Subtask {
  private Subtask() {}

  /** The number of the operator's subtask. */
  static int index(AbstractStreamOperator<?> operator) {
    return operator.getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
  }

  public static String channelKey(StreamingRuntimeContext context, String loop) {
    return Feedback.key(
        context.getMetricGroup().getAllVariables(),
        loop,
        context.getTaskInfo().getIndexOfThisSubtask());
  }

  public static <T> T opened(@Nullable T resource) {
    if (resource == null) {
      throw new IllegalStateException("the operator is not open");
    }
    return resource;
  }
}
