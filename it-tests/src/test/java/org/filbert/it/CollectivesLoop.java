package org.filbert.it;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.filbert.connectors.flink.InstanceSerializer;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.Role;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.operators.loop.SuperstepLoop;
import org.filbert.operators.loop.spec.LoopSpec;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Program;
import org.filbert.workers.Worker;
import org.jspecify.annotations.Nullable;

/** {@link Collectives} as a job whose result stays in this JVM. */
record CollectivesLoop(String name, int workers, int steps, int large)
    implements LoopSpec<Collectives.State, String> {
  private static final Map<String, String> RESULTS = new ConcurrentHashMap<>();

  /** The job. */
  StreamExecutionEnvironment build(Configuration configuration) {
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    Instance row = new Instance.Example(Role.TRAIN, 0, new Features.Dense(new double[] {1}), null);
    SuperstepLoop.build(env.fromData(List.of(row), InstanceSerializer.TYPE), this);
    return env;
  }

  /** Result of the job. */
  String result() {
    return Objects.requireNonNull(RESULTS.remove(name));
  }

  /** Result of local workers. */
  String expected() {
    List<Worker> made = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      made.add(new Worker(i, workers, backend(1)));
    }
    try (LocalWorkers local = new LocalWorkers(made)) {
      return new Collectives("undisturbed", steps, large).run(local);
    }
  }

  @Override
  public Placement placement() {
    return new Placement(7, workers);
  }

  @Override
  public Backend backend(int slots) {
    return Backends.choose("java", "plain");
  }

  @Override
  public Program<Collectives.State, String> program() {
    return new Collectives(name, steps, large);
  }

  @Override
  public Observer<Collectives.State, String> observer() {
    return new Observer<>() {
      @Override
      public void reached(Collectives.State state) {}

      @Override
      public void finished(Collectives.State state, String result) {
        RESULTS.put(name, result);
      }

      @Override
      public @Nullable String explain(Throwable failure) {
        return failure instanceof IllegalArgumentException ? failure.getMessage() : null;
      }
    };
  }
}
