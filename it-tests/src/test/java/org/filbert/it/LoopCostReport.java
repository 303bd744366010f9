package org.filbert.it;

import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.util.TestStreamEnvironment;
import org.apache.flink.test.util.MiniClusterWithClientResource;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.operators.loop.spec.LoopSpec;
import org.filbert.workers.Action;
import org.filbert.workers.Matrices;
import org.filbert.workers.Program;
import org.filbert.workers.SumAction;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Prints the cost of the loop itself in one process: an empty superstep; 20 MiB to all workers and
 * a sum of 20 MiB from each; the same sum past the driver. The arguments are numbers of workers.
 */
public final class LoopCostReport {
  private static final int EMPTY = 2000;
  private static final int LARGE = 15;
  private static final int ELEMENTS = 20 * 1024 * 1024 / Double.BYTES;

  private LoopCostReport() {}

  public static void main(String[] arguments) throws Exception {
    for (String argument : arguments) {
      int workers = Integer.parseInt(argument);
      Configuration configuration = new Configuration();
      configuration.setString(TaskManagerOptions.NETWORK_MEMORY_MIN.key(), "256m");
      configuration.setString(TaskManagerOptions.NETWORK_MEMORY_MAX.key(), "256m");
      MiniClusterWithClientResource flink =
          new MiniClusterWithClientResource(
              new MiniClusterResourceConfiguration.Builder()
                  .setNumberTaskManagers(1)
                  .setNumberSlotsPerTaskManager(workers)
                  .setConfiguration(configuration)
                  .build());
      flink.before();
      TestStreamEnvironment.setAsContext(flink.getMiniCluster(), workers);
      StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
      Instance row =
          new Instance.Example(Role.TRAIN, 0, new Features.Dense(new double[] {1}), null);
      SuperstepLoop.build(
          env.fromData(List.of(row), InstanceSerializer.TYPE),
          new Spec("cost-" + workers, workers));
      env.execute();
      TestStreamEnvironment.unsetAsContext();
      flink.after();
    }
  }

  private record Nothing() implements Action {
    @Override
    public void act(Worker worker) {}
  }

  private record Take(Matrix matrix) implements Action {
    @Override
    public void act(Worker worker) {
      matrix.close();
    }
  }

  private record Give(int elements) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      return Matrices.of(Matrix.zeros(Precision.DOUBLE, elements / 1024, 1024));
    }
  }

  private record Drop() implements SumAction {
    @Override
    public void act(Worker worker, Matrices sum) {}
  }

  private record Measure(int workers) implements Program<Boolean, Boolean> {
    @Override
    public Boolean start(Workers on) {
      report("an empty superstep", EMPTY, () -> on.gather(new Nothing()));
      report("20 MiB to all", LARGE, () -> send(on));
      report("20 MiB summed up", LARGE, () -> on.sum(new Give(ELEMENTS)).get().close());
      report(
          "20 MiB summed up for all",
          LARGE,
          () -> on.sum(new Give(ELEMENTS)).everywhere(new Drop()));
      report("20 MiB summed up for one", LARGE, () -> on.sum(new Give(ELEMENTS)).at(0, new Drop()));
      return true;
    }

    private static void send(Workers on) {
      try (Matrix large = Matrix.zeros(Precision.DOUBLE, ELEMENTS / 1024, 1024)) {
        on.gather(new Take(large));
      }
    }

    /** The median of ten rounds. */
    private void report(String what, int times, Runnable superstep) {
      double[] rounds = new double[10];
      for (int round = 0; round < rounds.length; round++) {
        long start = System.nanoTime();
        for (int i = 0; i < times; i++) {
          superstep.run();
        }
        rounds[round] = (System.nanoTime() - start) / 1e6 / times;
      }
      java.util.Arrays.sort(rounds);
      System.out.printf(
          "P = %d  %-26s %.3f ms (least %.3f)%n", workers, what, rounds[5], rounds[0]);
    }

    @Override
    public boolean done(Boolean state) {
      return true;
    }

    @Override
    public Boolean step(Boolean state, Workers on) {
      return state;
    }

    @Override
    public Boolean finish(Boolean state, Workers on) {
      return state;
    }

    @Override
    public List<Class<?>> messages() {
      return List.of(LoopCostReport.class);
    }
  }

  private record Spec(String name, int workers) implements LoopSpec<Boolean, Boolean> {
    @Override
    public Placement placement() {
      return new Placement(7, workers);
    }

    @Override
    public Backend backend(int slots) {
      return Backends.choose("java", "plain");
    }

    @Override
    public Program<Boolean, Boolean> program() {
      return new Measure(workers);
    }

    @Override
    public Observer<Boolean, Boolean> observer() {
      return new Observer<>() {
        @Override
        public void reached(Boolean state) {}

        @Override
        public void finished(Boolean state, Boolean result) {}

        @Override
        public @Nullable String explain(Throwable failure) {
          return null;
        }
      };
    }
  }
}
