package org.filbert.operators.loop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.filbert.data.Instance;
import org.filbert.linalg.Matrix;
import org.filbert.shard.ShardState;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/**
 * One worker: takes its rows, if the loop has any, then runs the driver's tasks as they come
 * through the feedback channel.
 *
 * <p>All answers of a superstep leave in one go after its task is done, and mails do not interrupt
 * each other, so a checkpoint sees either the worker before a superstep or the worker after it with
 * its answers on their way. After a restore the driver sends its last task again; a worker that has
 * done it already drops it.
 */
final class HeadOperator extends AbstractStreamOperator<Frame>
    implements TwoInputStreamOperator<Instance, Frame, Frame>, BoundedMultiInput {
  private final Loop spec;
  private final MailboxExecutor mailbox;
  private final FrameCodec codec;

  private final List<Instance> instances = new ArrayList<>();
  private boolean loaded;
  private int lastStep;

  private @Nullable Worker worker;
  private @Nullable Assembly command;
  private Feedback.@Nullable Channel channel;

  HeadOperator(StreamOperatorParameters<Frame> parameters, Loop spec) {
    super(parameters);
    this.spec = spec;
    this.mailbox = parameters.getMailboxExecutor();
    this.codec = new FrameCodec(spec.messages());
    this.loaded = spec instanceof StreamSpec;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    Worker restored = new Worker(index(), spec.placement().workers(), spec.backend(slots()));
    worker = restored;
    RawState.read(
        context,
        index(),
        in -> {
          loaded = in.readBoolean();
          lastStep = in.readInt();
          Map<?, ?> state = codec.kryo().read(in, Map.class);
          state.forEach((name, value) -> restored.restore(Map.of((String) name, value)));
          if (!loaded) {
            instances.addAll(restored.get(ShardState.INSTANCES));
          }
        });
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    Worker current = Subtask.opened(worker);
    if (!loaded) {
      current.put(ShardState.INSTANCES, instances);
    }
    RawState.write(
        context,
        index(),
        out -> {
          out.writeBoolean(loaded);
          out.writeInt(lastStep);
          codec.kryo().write(out, current.stored());
        });
  }

  @Override
  public void open() {
    Feedback.Channel opened = Feedback.open(Subtask.channelKey(getRuntimeContext(), spec.name()));
    channel = opened;
    opened.receiver(() -> mailbox.execute(this::drain, "feedback"));
    mailbox.execute(this::drain, "feedback");
  }

  @Override
  public void processElement1(StreamRecord<Instance> element) {
    instances.add(element.getValue());
  }

  @Override
  public void processElement2(StreamRecord<Frame> element) {
    throw new IllegalStateException("the keep-alive source emits nothing");
  }

  @Override
  public void endInput(int input) {
    if (input == 1 && !loaded) {
      loaded = true;
      Subtask.opened(worker)
          .put(ShardState.INSTANCES, spec.placement().shuffle(List.copyOf(instances)));
      instances.clear();
      emit(codec.encode(Frame.Kind.ANSWER, 0, index(), true));
    }
  }

  private void drain() throws IOException {
    Feedback.Channel open = Subtask.opened(channel);
    for (Frame frame = open.poll(); frame != null; frame = open.poll()) {
      receive(frame, open);
    }
  }

  private void receive(Frame frame, Feedback.Channel open) {
    if (frame.kind() == Frame.Kind.END) {
      open.ended().complete(null);
    } else if (frame.step() > lastStep) {
      Assembly received = command == null ? new Assembly(frame.chunks()) : command;
      received.add(frame);
      command = received;
      if (received.complete()) {
        command = null;
        answer(frame.kind(), frame.step(), received.frames());
        lastStep = frame.step();
      }
    }
  }

  private void answer(Frame.Kind kind, int step, Frame[] frames) {
    try {
      Task<?> task = codec.decode(frames, Task.class);
      Object result = task.run(Subtask.opened(worker));
      emit(
          kind == Frame.Kind.SUM
              ? FrameCodec.encodeSummand(step, index(), (Matrix) result)
              : codec.encode(Frame.Kind.ANSWER, step, index(), result));
    } catch (RuntimeException | OutOfMemoryError e) {
      throw Failures.of(spec, e);
    }
  }

  private void emit(List<Frame> frames) {
    frames.forEach(frame -> output.collect(new StreamRecord<>(frame)));
  }

  private int slots() {
    return getContainingTask()
        .getEnvironment()
        .getTaskManagerInfo()
        .getConfiguration()
        .get(TaskManagerOptions.NUM_TASK_SLOTS);
  }

  private int index() {
    return getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
  }

  @Override
  public void close() throws Exception {
    if (channel != null) {
      channel.receiver(null);
      channel.close();
    }
    if (worker != null) {
      worker.close();
    }
    super.close();
  }
}
