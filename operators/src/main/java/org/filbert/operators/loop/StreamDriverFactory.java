package org.filbert.operators.loop;

import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.operators.coordination.OperatorCoordinator;
import org.apache.flink.runtime.operators.coordination.OperatorEventGateway;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.CoordinatedOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperatorFactory;
import org.apache.flink.util.OutputTag;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.spec.StreamSpec;

/** Makes the driver of a stream, with its {@link LastCheckpoint}. */
final class StreamDriverFactory<B, O> extends AbstractStreamOperatorFactory<Frame>
    implements TwoInputStreamOperatorFactory<Frame, B, Frame>, CoordinatedOperatorFactory<Frame> {
  private static final long serialVersionUID = 1L;

  private final StreamSpec<?, B, O> spec;
  private final OutputTag<O> outputs;

  StreamDriverFactory(StreamSpec<?, B, O> spec, OutputTag<O> outputs) {
    this.spec = spec;
    this.outputs = outputs;
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as in the interface
  public <T extends StreamOperator<Frame>> T createStreamOperator(
      StreamOperatorParameters<Frame> parameters) {
    OperatorEventGateway coordinator =
        parameters
            .getOperatorEventDispatcher()
            .getOperatorEventGateway(parameters.getStreamConfig().getOperatorID());
    return (T)
        new StreamDriverOperator<>(
            parameters,
            spec,
            outputs,
            () -> coordinator.sendEventToCoordinator(LastCheckpoint.Ended.EVENT));
  }

  @Override
  public OperatorCoordinator.Provider getCoordinatorProvider(String name, OperatorID driver) {
    return new LastCheckpoint.Provider(driver);
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return StreamDriverOperator.class;
  }
}
