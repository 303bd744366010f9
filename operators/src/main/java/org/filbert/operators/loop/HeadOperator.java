package org.filbert.operators.loop;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.execution.CancelTaskException;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.filbert.data.Instance;
import org.filbert.linalg.Backend;
import org.filbert.operators.loop.internal.frames.Feedback;
import org.filbert.operators.loop.internal.frames.Frame;
import org.filbert.operators.loop.internal.frames.FrameCodec;
import org.filbert.operators.loop.internal.frames.Subtask;
import org.filbert.operators.loop.spec.Attempts;
import org.filbert.operators.loop.spec.Loop;
import org.filbert.operators.loop.spec.StreamSpec;
import org.filbert.operators.loop.state.RawState;
import org.filbert.operators.loop.state.Restoration;
import org.filbert.operators.loop.state.WorkerSnapshots;
import org.filbert.operators.loop.state.WorkerState;
import org.filbert.shard.ShardState;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/**
 * A worker. It receives its rows, if the loop has any, then runs the driver's tasks from the
 * feedback channel.
 *
 * <p>All frames of a task leave together after it is done, and mails do not interrupt each other. A
 * checkpoint therefore sees the worker before a task, or after it with its answers in transit.
 * After a restore the driver repeats its last superstep, and a worker that has done it ignores it.
 */
final class HeadOperator extends AbstractStreamOperator<Frame>
    implements TwoInputStreamOperator<Instance, Frame, Frame>, BoundedMultiInput {
  private final Loop spec;
  private final MailboxExecutor mailbox;
  private final FrameCodec codec;

  private final List<Instance> instances = new ArrayList<>();
  private boolean loaded;
  private @Nullable Failures failures;

  private @Nullable Worker worker;
  private @Nullable WorkerRun run;
  private @Nullable WorkerMetrics counts;
  private @Nullable WorkerSnapshots snapshots;
  private Feedback.@Nullable Channel channel;

  HeadOperator(StreamOperatorParameters<Frame> parameters, Loop spec) {
    super(parameters);
    this.spec = spec;
    this.mailbox = parameters.getMailboxExecutor();
    this.codec = new FrameCodec(spec.messages());
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    new WorkerPartitioner(spec.placement().workers())
        .require(getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks());
    Worker restored = new Worker(index(), spec.placement().workers(), backend());
    worker = restored;
    WorkerSnapshots kept =
        new WorkerSnapshots(codec.states(), groups(), getContainingTask().getCancelables());
    snapshots = kept;
    WorkerState state = new Restoration(kept, restored, spec).from(handles());
    loaded = state.loaded();
    instances.addAll(state.instances());
    run = new WorkerRun(restored, codec, this::emit, state.done(), state.summed());
    counts = new WorkerMetrics(restored, state.seconds());
    failures = new Failures(spec, Attempts.of(spec, getRuntimeContext(), state.mark()));
  }

  /** The workers of a stream may become more or fewer, and each then needs the states of all. */
  private KeyGroupRange groups() {
    return spec instanceof StreamSpec
        ? new KeyGroupRange(
            0, getRuntimeContext().getTaskInfo().getMaxNumberOfParallelSubtasks() - 1)
        : new KeyGroupRange(index(), index());
  }

  /** The keyed state of the worker's last checkpoint. */
  private Iterable<KeyedStateHandle> handles() {
    return getContainingTask()
        .getEnvironment()
        .getTaskStateManager()
        .prioritizedOperatorState(getOperatorID())
        .getPrioritizedManagedKeyedState()
        .get(0);
  }

  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpoint, long timestamp, CheckpointOptions options, CheckpointStreamFactory factory) {
    return RawState.tolerant(() -> snapshot(checkpoint, timestamp, options, factory));
  }

  private OperatorSnapshotFutures snapshot(
      long checkpoint, long timestamp, CheckpointOptions options, CheckpointStreamFactory factory)
      throws Exception {
    long start = System.nanoTime();
    WorkerRun steps = Subtask.opened(run);
    OperatorSnapshotFutures futures = super.snapshotState(checkpoint, timestamp, options, factory);
    futures.setKeyedStateManagedFuture(
        Subtask.opened(snapshots)
            .take(
                new WorkerState(
                    loaded,
                    instances,
                    steps.done(),
                    steps.summed(),
                    failures().attempts().mark(),
                    Subtask.opened(counts).seconds(),
                    WorkerState.Position.of(Subtask.opened(worker))),
                Subtask.opened(worker),
                checkpoint,
                options.getCheckpointType().getSharingFilesStrategy(),
                factory));
    Subtask.opened(counts).checkpointed(start);
    return futures;
  }

  @Override
  public void notifyCheckpointComplete(long checkpoint) throws Exception {
    super.notifyCheckpointComplete(checkpoint);
    Subtask.opened(snapshots).completed(checkpoint);
    failures().attempts().checkpointed();
  }

  private Failures failures() {
    return Subtask.opened(failures);
  }

  @Override
  public void open() {
    Feedback.Channel opened = Feedback.open(Subtask.channelKey(getRuntimeContext(), spec.name()));
    channel = opened;
    Subtask.opened(counts).register(getMetricGroup(), Subtask.opened(run)::done, opened::waiting);
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
      Frame ready =
          Frame.of(Frame.Kind.ANSWER, 0, index(), Frame.DRIVER, spec.placement().workers());
      emit(codec.encode(ready, true));
    }
  }

  private void drain() {
    Feedback.Channel open = Subtask.opened(channel);
    for (Frame frame = open.poll(); frame != null; frame = open.poll()) {
      receive(frame, open);
    }
  }

  private void receive(Frame frame, Feedback.Channel open) {
    if (frame.kind() == Frame.Kind.END) {
      open.ended().complete(null);
      return;
    }
    WorkerRun steps = Subtask.opened(run);
    int before = steps.done();
    try {
      Subtask.opened(counts).receive(() -> steps.receive(frame));
    } catch (RuntimeException | OutOfMemoryError e) {
      if (getContainingTask().isCanceled()) {
        throw new CancelTaskException(e);
      }
      throw failures().of(e);
    }
    if (steps.done() > before) {
      failures().attempts().cameFurther();
    }
  }

  private void emit(List<Frame> frames) {
    frames.forEach(frame -> output.collect(new StreamRecord<>(frame)));
  }

  private Backend backend() {
    try {
      return CancellableBlas.in(spec.backend(slots()), getContainingTask()::isCanceled);
    } catch (RuntimeException e) {
      throw new Failures(spec, Attempts.of(spec, getRuntimeContext(), Attempts.Mark.NONE)).of(e);
    }
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
