package org.filbert.operators.loop;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.operators.loop.internal.frames.CommandOutput;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.internal.frames.FrameSerializer;
import org.filbert.operators.loop.spec.Loop;
import org.filbert.operators.loop.spec.LoopSpec;
import org.filbert.operators.loop.spec.StreamSpec;

/**
 * Builds the loop of a bulk-synchronous program into a Flink job:
 *
 * <pre>
 * rows ─► HEAD (P) ─► REDUCE (P, by piece) ─► DRIVER (1) ────────────────────► TAIL (P) ┐
 *          ▲              │ sums for workers     │ large messages for all          ▲      │
 *          │              └─────────────────────►└─► SPREAD (P, by piece) ─────────┘      │
 *          └──────────────── feedback in the JVM, head and tail co-located ◄──────────────┘
 * </pre>
 */
public final class SuperstepLoop {
  private SuperstepLoop() {}

  /** Adds the loop over the given rows to their job. The job ends with the program. */
  public static void build(DataStream<Instance> rows, LoopSpec<?, ?> spec) {
    SingleOutputStreamOperator<Frame> workers = workers(rows, spec);
    SingleOutputStreamOperator<Frame> driver =
        workers
            .global()
            .transform(
                spec.name() + ": driver",
                FrameSerializer.TYPE,
                new OperatorFactory<Frame, Void, Frame>(
                    DriverOperator.class, parameters -> new DriverOperator<>(parameters, spec)));
    feedBack(workers, driver, spec);
  }

  static String workersUid(String loop) {
    return loop + "-workers";
  }

  /** Heads and reducers. */
  static SingleOutputStreamOperator<Frame> workers(DataStream<Instance> rows, Loop loop) {
    StreamExecutionEnvironment env = rows.getExecutionEnvironment();
    env.setRuntimeMode(RuntimeExecutionMode.STREAMING);
    env.setBufferTimeout(0);
    String name = loop.name();
    Placement placement = loop.placement();
    int p = placement.workers();
    SingleOutputStreamOperator<Frame> keepAlive =
        env.fromSource(
                new KeepAliveSource(name),
                WatermarkStrategy.noWatermarks(),
                name + ": keep-alive",
                FrameSerializer.TYPE)
            .setParallelism(p)
            .uid(name + "-keep-alive");
    SingleOutputStreamOperator<Frame> head =
        sized(
                rows.partitionCustom(new WorkerPartitioner(p), placement::worker)
                    .connect(keepAlive)
                    .transform(
                        name + ": workers",
                        FrameSerializer.TYPE,
                        new OperatorFactory<Instance, Frame, Frame>(
                            HeadOperator.class, parameters -> new HeadOperator(parameters, loop))),
                loop)
            .uid(workersUid(name));
    keepAlive.getTransformation().setCoLocationGroupKey(name);
    head.getTransformation().setCoLocationGroupKey(name);
    return sized(
            head.partitionCustom(Math::floorMod, ReduceOperator::subtask)
                .transform(name + ": reduce", FrameSerializer.TYPE, new ReduceOperator(loop)),
            loop)
        .uid(name + "-reduce");
  }

  /** With a subtask for each worker. Rows bind a run to their number, a stream may change it. */
  private static SingleOutputStreamOperator<Frame> sized(
      SingleOutputStreamOperator<Frame> operator, Loop loop) {
    int p = loop.placement().workers();
    operator.setParallelism(p);
    return loop instanceof StreamSpec ? operator : operator.setMaxParallelism(p);
  }

  /** The paths from the reducers and the driver back to the heads. */
  static void feedBack(
      SingleOutputStreamOperator<Frame> reduce,
      SingleOutputStreamOperator<Frame> driver,
      Loop loop) {
    String name = loop.name();
    int p = loop.placement().workers();
    driver.setParallelism(1).setMaxParallelism(1).uid(name + "-driver");
    SingleOutputStreamOperator<Frame> spread =
        sized(
                reduce
                    .getSideOutput(ReduceOperator.TO_WORKERS)
                    .forward()
                    .union(
                        driver
                            .getSideOutput(CommandOutput.SPREAD)
                            .partitionCustom(Math::floorMod, Frame::chunk))
                    .transform(
                        name + ": spread",
                        FrameSerializer.TYPE,
                        new OperatorFactory<Frame, Void, Frame>(
                            SpreadOperator.class, SpreadOperator::new)),
                loop)
            .uid(name + "-spread");
    SingleOutputStreamOperator<Frame> tail =
        driver
            .partitionCustom(new WorkerPartitioner(p), Frame::dest)
            .union(
                spread.partitionCustom(new WorkerPartitioner(p), Frame::dest),
                spread.getSideOutput(SpreadOperator.TO_ALL).broadcast())
            .transform(name + ": tail", FrameSerializer.TYPE, new TailOperator(name))
            .setParallelism(p)
            .uid(name + "-tail");
    tail.getTransformation().setCoLocationGroupKey(name);
    tail.sinkTo(new DiscardingSink<>()).setParallelism(p).name(name + ": end").uid(name + "-end");
  }
}
