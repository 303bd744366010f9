package org.filbert.operators.loop;

import java.io.Serializable;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperatorFactory;

/** Makes operators of one or two inputs that need their task's mailbox. */
final class OperatorFactory<A, B, OUT> extends AbstractStreamOperatorFactory<OUT>
    implements OneInputStreamOperatorFactory<A, OUT>, TwoInputStreamOperatorFactory<A, B, OUT> {
  private static final long serialVersionUID = 1L;

  /** Creates an operator. */
  interface Maker<OUT> extends Serializable {
    StreamOperator<OUT> make(StreamOperatorParameters<OUT> parameters);
  }

  private final Class<? extends StreamOperator<?>> type;
  private final Maker<OUT> maker;

  @SuppressWarnings({"unchecked", "rawtypes"})
  OperatorFactory(Class<? extends StreamOperator> type, Maker<OUT> maker) {
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
