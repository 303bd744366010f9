package org.filbert.operators.loop;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.util.OutputTag;
import org.filbert.connectors.flink.ImmutableTypeInfo;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Instance;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.internal.frames.FrameSerializer;
import org.filbert.operators.loop.spec.StreamSpec;

/**
 * Builds the loop of a {@link org.filbert.workers.StreamProgram} into a Flink job: that of {@link
 * SuperstepLoop}, with batches as the driver's second input.
 *
 * <pre>
 * elements ─► BATCHER ─► GATE (1) ──────────────────┐
 *                         ┊ barriers only           ▼
 *                         └┄► HEAD (P) ─► REDUCE ─► DRIVER (1) ─► outputs
 *                              ▲                      │
 *                              └──── TAIL (P) ◄───────┘
 * </pre>
 *
 * <p>The heads have no rows; their first input brings them the gate's barriers, and nothing else.
 */
public final class StreamLoop {
  private StreamLoop() {}

  /**
   * A complete loop.
   *
   * @param batcher for its side outputs
   * @param outputs of the program, in order
   */
  public record Built<B, O>(SingleOutputStreamOperator<B> batcher, DataStream<O> outputs) {}

  /**
   * Flink's uid of the operator of the workers.
   *
   * @param loop name of the loop
   */
  public static String workersUid(String loop) {
    return SuperstepLoop.workersUid(loop);
  }

  /**
   * Adds the loop to the job of the given elements. If the elements end, the job ends after the
   * last batch.
   *
   * @param batcher divides the elements into batches
   */
  public static <E, B, O> Built<B, O> build(
      DataStream<E> elements, OneInputStreamOperator<E, B> batcher, StreamSpec<?, B, O> spec) {
    String name = spec.name();
    ImmutableTypeInfo<B> batchType = MessageSerializer.type(spec.batchType(), spec.messages());
    SingleOutputStreamOperator<B> batches =
        elements
            .global()
            .transform(name + ": batches", batchType, batcher)
            .setParallelism(1)
            .setMaxParallelism(1)
            .uid(name + "-batches");
    SingleOutputStreamOperator<B> gate =
        batches
            .transform(
                name + ": gate",
                batchType,
                new OperatorFactory<B, Void, B>(
                    GateOperator.class, parameters -> new GateOperator<>(parameters, spec)))
            .setParallelism(1)
            .setMaxParallelism(1)
            .uid(name + "-gate");
    DataStream<Instance> barriers =
        gate.getSideOutput(new OutputTag<>(name + "-barriers", InstanceSerializer.TYPE));

    OutputTag<O> tag =
        new OutputTag<>(
            name + "-outputs", MessageSerializer.type(spec.outputType(), spec.messages()));
    SingleOutputStreamOperator<Frame> workers = SuperstepLoop.workers(barriers, spec);
    SingleOutputStreamOperator<Frame> driver =
        workers
            .global()
            .connect(gate.global())
            .transform(
                name + ": driver", FrameSerializer.TYPE, new StreamDriverFactory<>(spec, tag));
    SuperstepLoop.feedBack(workers, driver, spec);
    // The driver sends credits to the gate through a channel in the JVM.
    batches.getTransformation().setCoLocationGroupKey(name + "-driver");
    gate.getTransformation().setCoLocationGroupKey(name + "-driver");
    driver.getTransformation().setCoLocationGroupKey(name + "-driver");
    return new Built<>(batches, driver.getSideOutput(tag));
  }
}
