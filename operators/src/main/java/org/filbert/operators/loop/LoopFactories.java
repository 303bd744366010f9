package org.filbert.operators.loop;

import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperatorFactory;
import org.filbert.data.Instance;

/** Factories of the two operators that need their task's mailbox. */
final class LoopFactories {
  private LoopFactories() {}

  static final class Head extends AbstractStreamOperatorFactory<Frame>
      implements TwoInputStreamOperatorFactory<Instance, Frame, Frame> {
    private static final long serialVersionUID = 1L;
    private final LoopSpec<?, ?> spec;

    Head(LoopSpec<?, ?> spec) {
      this.spec = spec;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as in the interface
    public <T extends StreamOperator<Frame>> T createStreamOperator(
        StreamOperatorParameters<Frame> parameters) {
      return (T) new HeadOperator(parameters, spec, parameters.getMailboxExecutor());
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
      return HeadOperator.class;
    }
  }

  static final class Driver extends AbstractStreamOperatorFactory<Frame>
      implements OneInputStreamOperatorFactory<Frame, Frame> {
    private static final long serialVersionUID = 1L;
    private final LoopSpec<?, ?> spec;

    Driver(LoopSpec<?, ?> spec) {
      this.spec = spec;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as in the interface
    public <T extends StreamOperator<Frame>> T createStreamOperator(
        StreamOperatorParameters<Frame> parameters) {
      return (T) new DriverOperator<>(parameters, spec, parameters.getMailboxExecutor());
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
      return DriverOperator.class;
    }
  }
}
