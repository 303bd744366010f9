package org.filbert.train;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.linalg.Backend;
import org.filbert.plan.Plan;
import org.filbert.shard.Prepared;
import org.filbert.train.forecast.Approach;
import org.filbert.train.forecast.Machines;
import org.filbert.train.forecast.MemoryCheck;
import org.filbert.train.forecast.OutOfMemoryByPlanException;
import org.filbert.train.forecast.Rates;
import org.filbert.train.forecast.Speed;
import org.filbert.train.method.Method;
import org.filbert.train.rows.LocalRows;
import org.filbert.workers.LocalWorkers;
import org.filbert.workers.Task;
import org.filbert.workers.Workers;

/**
 * Plans of a training that does not run yet, from a sample of its rows. The plan is the one that
 * the training makes. What the training measures is estimated: the memory of its processes from
 * that of rows, its speed from tiles of this machine.
 */
public final class Forecast implements AutoCloseable {
  /** Bytes of a process with Flink outside of its heap, before it has rows. */
  private static final long PROCESS = 300L << 20;

  /** Bytes of a record on the heap besides its features. */
  private static final long RECORD = 120;

  /** Bytes of a term of the texts on the heap. */
  private static final long TERM = 100;

  /** Heap that a process takes, divided by what is alive in it. */
  private static final long GARBAGE = 2;

  /**
   * The heap that the JVM begins with, divided by its young generation, which fills before the
   * first collection. Memory of the old one is touched as far as it is used.
   */
  private static final long YOUNG = 2;

  private final LocalWorkers workers;
  private final Prepared sample;
  private final List<String> notices;
  private final Map<Task<Double>, List<Double>> measured = new HashMap<>();

  /**
   * The number of rows of a run.
   *
   * @param train training rows
   * @param validation rows that choose, and calibrate
   * @param test rows that are only scored
   */
  public record Size(long train, long validation, long test) {
    public Size {
      if (train < 1 || train > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "the number of training rows is %s, must be 1 to %s"
                .formatted(train, Integer.MAX_VALUE));
      }
    }
  }

  /**
   * The machines of a run, all like this one.
   *
   * @param workers on all of them together
   * @param network between them; within a process the time of messages is that of copies
   */
  public record Site(int workers, int machines, Network network) {
    public Site {
      if (machines < 1 || workers < machines) {
        throw new IllegalArgumentException(
            "%s workers on %s machines, must be 1 worker or more on each of 1 or more machines"
                .formatted(workers, machines));
      }
    }

    /** Workers of a machine, at most. */
    public int perMachine() {
      return (workers - 1) / machines + 1;
    }
  }

  /**
   * What messages take.
   *
   * @param seconds of a message of no bytes and its answer
   */
  public record Network(double bytesPerSecond, double seconds) {
    /** Between threads of a process, about: see the loop by itself in docs/measurements.md. */
    public static final Network WITHIN_A_PROCESS = new Network(0.4e9, 1e-4);

    public Network {
      if (!(bytesPerSecond > 0) || !(seconds >= 0)) {
        throw new IllegalArgumentException(
            "the network has %s bytes a second and a latency of %s s, must be above 0 and at least 0"
                .formatted(bytesPerSecond, seconds));
      }
    }

    private double of(double supersteps, double bytes) {
      return supersteps * seconds + bytes / bytesPerSecond;
    }
  }

  /**
   * A plan.
   *
   * @param spec with the system and the solver that the plan has chosen, where these are open
   * @param plan with the cache that fits
   * @param epochs most epochs; of conjugate gradients the iterations that are usual
   * @param firstMessages seconds of the first epoch's messages
   * @param laterMessages seconds of those of a later epoch
   */
  public record Outlook(
      TrainingSpec spec,
      Prepared prepared,
      Plan plan,
      Speed speed,
      int epochs,
      double firstMessages,
      double laterMessages) {
    private static Outlook of(
        TrainingSpec spec, Prepared prepared, Plan plan, Speed speed, int epochs, Site site) {
      Plan.Steps steps = plan.work().steps();
      boolean kept = plan.cache().train().keptShare() == 1;
      return new Outlook(
          spec,
          prepared,
          plan,
          speed,
          epochs,
          site.network().of(steps.supersteps(), steps.bytes()),
          site.network().of(steps.supersteps(), steps.laterBytes(kept)));
    }

    /** Seconds of the first epoch. */
    public double firstEpoch() {
      return speed.secondsPerEpoch() + firstMessages;
    }

    /** Seconds of each further epoch. */
    public double laterEpoch() {
      return speed.secondsPerLaterEpoch() + laterMessages;
    }

    /** Seconds of all epochs. */
    public double seconds() {
      return firstEpoch() + (epochs - 1) * laterEpoch();
    }
  }

  /**
   * Prepares a sample of a training's rows, held-out ones included.
   *
   * @param count of workers that measure: as many as will share a machine
   * @throws org.filbert.data.RefusedException as the training does
   */
  public Forecast(TrainingSpec spec, List<? extends Instance> rows, int count, Backend backend) {
    this.workers =
        new LocalWorkers(LocalRows.workers(rows, new Placement(spec.seed(), count), backend));
    Preparation preparation = new Preparation(spec);
    this.sample = preparation.run(workers);
    this.notices = preparation.notices();
  }

  /** What there is to warn of in the sample. */
  public List<String> notices() {
    return notices;
  }

  /**
   * Plans a run.
   *
   * @param candidate the training, or one like it with another system or solver
   * @throws OutOfMemoryByPlanException if it does not fit
   * @throws org.filbert.data.RefusedException as the training does
   */
  public Outlook of(TrainingSpec candidate, Size size, Site site) {
    Prepared prepared =
        sample.scaled(
            shards(size, site),
            candidate.evaluation().scored(size.validation()),
            candidate.evaluation().scored(size.test()),
            size.validation() + size.test());
    Machines machines = new Assumed(prepared, site);
    Planner planner = candidate.planner(Optional::empty, true);
    SolutionPlan planned =
        planner
            .plans(
                prepared,
                null,
                candidate.metric().any() ? planner.sample(prepared, machines) : null,
                UnaryOperator.identity(),
                () -> Approach.WORTH,
                machines)
            .ofModel();
    TrainingSpec spec = planned.approach() == null ? candidate : candidate.with(planned.approach());
    return Outlook.of(
        spec, prepared, planned.plan(), planned.speed(), Approach.expected(spec.solver()), site);
  }

  private static List<Integer> shards(Size size, Site site) {
    return IntStream.range(0, site.workers())
        .mapToObj(w -> (int) ((size.train() + w) / site.workers()))
        .toList();
  }

  @Override
  public void close() {
    workers.close();
  }

  /** Machines like this one, with rows that are not there. */
  private final class Assumed implements Machines {
    private final Prepared prepared;
    private final Site site;

    Assumed(Prepared prepared, Site site) {
      this.prepared = prepared;
      this.site = site;
    }

    @Override
    public Workers workers() {
      return workers;
    }

    @Override
    public List<MemoryCheck.Host> hosts() {
      MemoryCheck.Host here = workers.gather(new MemoryCheck.FindHost()).get(0);
      long others = MemoryCheck.others(List.of(here));
      long process = process();
      List<MemoryCheck.Host> hosts = new ArrayList<>();
      for (int worker = 0; worker < site.workers(); worker++) {
        String name =
            site.machines() == 1 ? here.name() : "machine " + (worker / site.perMachine() + 1);
        hosts.add(
            new MemoryCheck.Host(
                name, name, here.memory(), here.memory() - others - process, process));
      }
      return hosts;
    }

    /** Bytes that a machine's process takes when it has its rows. */
    private long process() {
      long all = (long) prepared.rows() + prepared.heldOutRows();
      long rows = (all - 1) / site.machines() + 1;
      long each =
          RECORD + (long) (prepared.rowValues() * (prepared.preprocessing().sparse() ? 12 : 8));
      long alive = rows * each + (prepared.text() == null ? 0 : TERM * prepared.features());
      long heap =
          Math.min(
              Runtime.getRuntime().maxMemory(),
              Math.max(
                  ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getInit() / YOUNG,
                  GARBAGE * alive));
      return PROCESS + heap + rows * (prepared.rowBytes() + 8L * prepared.columns());
    }

    @Override
    public Speed speed(Method<?> method, Plan plan) {
      double slots = Math.max(1, (double) site.perMachine() / workers.count());
      return Speed.known(plan, workers)
          .orElseGet(
              () ->
                  Rates.measure(method, workers, measured)
                      .shared(slots)
                      .speed(plan, site.workers()));
    }
  }
}
