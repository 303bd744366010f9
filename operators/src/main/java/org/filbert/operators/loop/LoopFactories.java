package org.filbert.operators.loop;

import java.io.Serializable;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperatorFactory;

/** Factories of operators that need their task's mailbox. */
final class LoopFactories {
  private LoopFactories() {}

  /** Creates an operator. */
  interface Maker<OUT> extends Serializable {
    StreamOperator<OUT> make(StreamOperatorParameters<OUT> parameters);
  }

  static final class OneInput<IN, OUT> extends AbstractStreamOperatorFactory<OUT>
      implements OneInputStreamOperatorFactory<IN, OUT> {
    private static final long serialVersionUID = 1L;
    private final Class<? extends StreamOperator<?>> type;
    private final Maker<OUT> maker;

    @SuppressWarnings({"unchecked", "rawtypes"})
    OneInput(Class<? extends StreamOperator> type, Maker<OUT> maker) {
      this.type = (Class) type;
      this.maker = maker;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as in the interface
    public <T extends StreamOperator<OUT>> T createStreamOperator(
        StreamOperatorParameters<OUT> parameters) {
      return (T) maker.make(parameters);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
      return type;
    }
  }

  static final class TwoInput<A, B, OUT> extends AbstractStreamOperatorFactory<OUT>
      implements TwoInputStreamOperatorFactory<A, B, OUT> {
    private static final long serialVersionUID = 1L;
    private final Class<? extends StreamOperator<?>> type;
    private final Maker<OUT> maker;

    @SuppressWarnings({"unchecked", "rawtypes"})
    TwoInput(Class<? extends StreamOperator> type, Maker<OUT> maker) {
      this.type = (Class) type;
      this.maker = maker;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as in the interface
    public <T extends StreamOperator<OUT>> T createStreamOperator(
        StreamOperatorParameters<OUT> parameters) {
      return (T) maker.make(parameters);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
      return type;
    }
  }
}
