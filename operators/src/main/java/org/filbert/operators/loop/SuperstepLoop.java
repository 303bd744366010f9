package org.filbert.operators.loop;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.filbert.data.Instance;
import org.filbert.data.Placement;

/**
 * Builds the loop of a bulk-synchronous program into a Flink job:
 *
 * <pre>
 * rows ─► HEAD (P) ─► REDUCE (P, by chunk) ─► DRIVER (1) ─► broadcast ─► TAIL (P) ┐
 *          ▲                                                                      │
 *          └───────────── feedback in the JVM, head and tail co-located ◄─────────┘
 * </pre>
 */
public final class SuperstepLoop {
  private SuperstepLoop() {}

  /** Adds the loop over the given rows to their job. The job ends when the program has. */
  public static void build(DataStream<Instance> rows, LoopSpec<?, ?> spec) {
    StreamExecutionEnvironment env = rows.getExecutionEnvironment();
    env.setRuntimeMode(RuntimeExecutionMode.STREAMING);
    env.setBufferTimeout(0);
    String name = spec.name();
    Placement placement = spec.placement();
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
        rows.partitionCustom((Integer worker, int count) -> worker, placement::worker)
            .connect(keepAlive)
            .transform(name + ": workers", FrameSerializer.TYPE, new LoopFactories.Head(spec))
            .setParallelism(p)
            .setMaxParallelism(p)
            .uid(name + "-workers");
    SingleOutputStreamOperator<Frame> driver =
        head.partitionCustom(Math::floorMod, Frame::chunk)
            .transform(name + ": reduce", FrameSerializer.TYPE, new ReduceOperator(p))
            .setParallelism(p)
            .setMaxParallelism(p)
            .uid(name + "-reduce")
            .global()
            .transform(name + ": driver", FrameSerializer.TYPE, new LoopFactories.Driver(spec))
            .setParallelism(1)
            .setMaxParallelism(1)
            .uid(name + "-driver");
    SingleOutputStreamOperator<Frame> tail =
        driver
            .broadcast()
            .transform(name + ": tail", FrameSerializer.TYPE, new TailOperator(name))
            .setParallelism(p)
            .uid(name + "-tail");
    tail.sinkTo(new DiscardingSink<>()).setParallelism(p).name(name + ": end").uid(name + "-end");
    for (var beside : new SingleOutputStreamOperator<?>[] {keepAlive, head, tail}) {
      beside.getTransformation().setCoLocationGroupKey(name);
    }
  }
}
