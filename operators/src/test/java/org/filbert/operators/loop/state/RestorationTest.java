package org.filbert.operators.loop.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.checkpoint.SnapshotType.SharingFilesStrategy;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.filbert.data.Placement;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.operators.loop.internal.frames.FrameCodec;
import org.filbert.operators.loop.spec.Attempts;
import org.filbert.operators.loop.spec.Loop;
import org.filbert.operators.loop.spec.StreamSpec;
import org.filbert.workers.Key;
import org.filbert.workers.Stepped;
import org.filbert.workers.StreamProgram;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a worker takes over when a run goes on with another number of workers. */
class RestorationTest {
  private static final Backend BACKEND = Backends.choose("java", "plain");
  private static final Key<int[]> NUMBERS = Key.stored("numbers", int[].class);
  private static final KeyGroupRange GROUPS = new KeyGroupRange(0, 127);

  /** Numbers from 0 to 9, each at the worker that it is by its remainder. */
  private static class Numbers implements StreamProgram<Integer, Integer, Integer> {
    @Override
    public Integer start(Workers workers) {
      return 0;
    }

    @Override
    public Stepped<Integer, Integer> step(Integer state, Integer batch, Workers workers) {
      return new Stepped<>(state, List.of());
    }

    @Override
    public void takeOver(Worker former, Worker worker) {
      int[] known = worker.getOrMake(NUMBERS, () -> new int[0]);
      worker.put(
          NUMBERS,
          IntStream.concat(IntStream.of(known), IntStream.of(former.get(NUMBERS)))
              .filter(number -> number % worker.count() == worker.index())
              .toArray());
    }
  }

  /** Cannot be divided anew. */
  private static final class Bound extends Numbers {
    @Override
    public void takeOver(Worker former, Worker worker) {
      throw new org.filbert.data.RefusedException("bound to " + former.count());
    }
  }

  private record Spec(StreamProgram<Integer, Integer, Integer> program)
      implements StreamSpec<Integer, Integer, Integer> {
    @Override
    public String name() {
      return "numbers";
    }

    @Override
    public Placement placement() {
      return new Placement(0, 1);
    }

    @Override
    public Backend backend(int slots) {
      return BACKEND;
    }

    @Override
    public Class<Integer> batchType() {
      return Integer.class;
    }

    @Override
    public Class<Integer> outputType() {
      return Integer.class;
    }

    @Override
    public @Nullable String explain(Throwable failure) {
      return null;
    }
  }

  private static WorkerSnapshots snapshots(KeyGroupRange groups) {
    return new WorkerSnapshots(new FrameCodec(List.of()).states(), groups, new CloseableRegistry());
  }

  private static List<KeyedStateHandle> states(int workers, boolean earlier) throws Exception {
    List<KeyedStateHandle> handles = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      Worker worker = new Worker(i, workers, BACKEND);
      int index = i;
      worker.put(NUMBERS, IntStream.range(0, 10).filter(n -> n % workers == index).toArray());
      WorkerState state =
          new WorkerState(
              true,
              List.of(),
              7,
              7,
              new Attempts.Mark("job", 2),
              Map.of("KERNEL", 1.5),
              earlier ? null : WorkerState.Position.of(worker));
      var future =
          snapshots(earlier ? new KeyGroupRange(i, i) : GROUPS)
              .take(
                  state,
                  worker,
                  1,
                  SharingFilesStrategy.NO_SHARING,
                  new MemCheckpointStreamFactory(1 << 20));
      future.run();
      handles.add(future.get().getJobManagerOwnedSnapshot());
    }
    return handles;
  }

  private static WorkerState restore(Worker worker, List<KeyedStateHandle> handles, Loop loop)
      throws Exception {
    return new Restoration(snapshots(GROUPS), worker, loop).from(handles);
  }

  private static final Spec STREAM = new Spec(new Numbers());

  @Test
  void asManyWorkersGoOnWhereTheyWere() throws Exception {
    Worker worker = new Worker(1, 3, BACKEND);
    WorkerState state = restore(worker, states(3, false).subList(1, 2), STREAM);
    assertThat(worker.get(NUMBERS)).containsExactly(1, 4, 7);
    assertThat(state.done()).isEqualTo(7);
    assertThat(state.seconds()).containsEntry("KERNEL", 1.5);
  }

  @Test
  void anotherNumberOfWorkersDividesTheState() throws Exception {
    for (int before : new int[] {1, 2, 3, 5}) {
      double seconds = 0;
      for (int i = 0; i < 4; i++) {
        Worker worker = new Worker(i, 4, BACKEND);
        WorkerState state = restore(worker, states(before, false), STREAM);
        int index = i;
        assertThat(worker.get(NUMBERS))
            .containsExactlyInAnyOrder(
                IntStream.range(0, 10).filter(n -> n % 4 == index).boxed().toArray(Integer[]::new));
        assertThat(state.done()).isZero();
        assertThat(state.loaded()).isTrue();
        seconds += state.seconds().getOrDefault("KERNEL", 0.0);
      }
      assertThat(seconds).isEqualTo(before * 1.5);
    }
  }

  @Test
  void aNewWorkerOfAStreamHasNothingToWaitFor() throws Exception {
    assertThat(restore(new Worker(0, 2, BACKEND), List.of(), STREAM))
        .isEqualTo(WorkerState.start(true));
  }

  @Test
  void whatCannotBeDividedIsRefused() throws Exception {
    Worker worker = new Worker(0, 2, BACKEND);
    assertThatThrownBy(() -> restore(worker, states(3, false), new Spec(new Bound())))
        .hasRootCauseMessage("bound to 3");
    assertThatThrownBy(() -> restore(worker, states(3, true), STREAM))
        .rootCause()
        .hasMessageStartingWith("the checkpoint is of an earlier version of Filbert, found");
    assertThatThrownBy(() -> restore(worker, states(3, false).subList(0, 2), STREAM))
        .hasMessage("worker 0 found the states of 2 of 3 former workers");
  }
}
