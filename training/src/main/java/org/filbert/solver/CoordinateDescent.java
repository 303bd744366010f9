package org.filbert.solver;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.FormerName;
import org.filbert.linalg.OrderedTasks;
import org.filbert.loss.SmoothLoss;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.system.Coordinates;
import org.filbert.system.Coordinatewise;
import org.filbert.system.KernelSystem;
import org.filbert.system.equations.L1Descent;
import org.filbert.system.equations.Risk;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * Descent by τ single coordinates at a time, on random binning: Algorithm 2 of Wu, Yen, Chen, Yan,
 * Revisiting Random Binning Features, KDD 2016, on the threads of one worker. An epoch visits every
 * coordinate once, in random order. A step on coordinate j is
 *
 * <pre>
 *   g_j = Σ_i w_i ℓ'(f_i, y_i) z_ij        over the rows i of bin j
 *   M_j = s·β Σ_i w_i z_ij²                β bounds the loss's curvature
 *   u_j ← soft(u_j - g_j / M_j, ridge / M_j)        u_j -= (g_j + ridge·u_j) / (M_j + ridge) with L2
 *   f_i += z_ij·(change of u_j)
 * </pre>
 *
 * <p>Threads do not wait for each other: additions to f lose nothing, but a g_j may be older than
 * the last step of another thread. So with more than one thread a run does not repeat bit by bit. A
 * row is in R of D bins, so that few of τ coordinates share rows: steps that are shorter by s = 1 +
 * (R - 1)(τ - 1)/(D - 1) descend (Richtárik and Takáč, Parallel coordinate descent methods for big
 * data optimization, 2015), and τ threads are at least τ/s times as fast as one. The first epoch
 * measures the speed-up: the decrease of J a second, divided by that of one thread from the same
 * start.
 */
public final class CoordinateDescent implements Solver<CoordinateDescent.State> {
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(double[].class);

  /** Coordinates that a thread takes at a time. */
  private static final int SHARE = 64;

  /** The registration of coordinate descent. */
  public static final class Type extends SolverType {
    public Type() {
      super("coordinate-descent", CoordinateDescentOptions.class, List.of(CoordinateDescent.class));
    }
  }

  /**
   * The state between two epochs.
   *
   * @param bound of the speed-up
   * @param speedUp as measured
   * @param first squared norm of the first epoch's subgradients, of each ridge; none before it
   * @param last of the last one's
   */
  public record State(
      Position position,
      int threads,
      double tolerance,
      double bound,
      double speedUp,
      List<Double> first,
      List<Double> last)
      implements Solver.State {
    public State {
      first = List.copyOf(first);
      last = List.copyOf(last);
    }

    @Override
    public SortedMap<String, Double> choices() {
      return new TreeMap<>(
          Map.of("threads", (double) threads, "speedUp", speedUp, "speedUpBound", bound));
    }

    @Override
    public OptionalDouble relativeResidual(int member) {
      if (first.isEmpty()) {
        return OptionalDouble.empty();
      }
      double begin = first.get(member);
      return OptionalDouble.of(begin > 0 ? Math.sqrt(last.get(member) / begin) : 0);
    }

    @Override
    public boolean finished(int member) {
      OptionalDouble residual = relativeResidual(member);
      return residual.isPresent() && residual.getAsDouble() <= tolerance;
    }
  }

  private final int threads;
  private final double tolerance;
  private final long seed;

  CoordinateDescent(int threads, double tolerance, long seed) {
    this.threads = threads;
    this.tolerance = tolerance;
    this.seed = seed;
  }

  @Override
  public int vectors(int directions) {
    return 0;
  }

  @Override
  public State start(KernelSystem system) {
    double s = shorter(system.blocks().count(), system.blocks().unknowns(), threads);
    return new State(
        new Position(1, 0, 1), threads, tolerance, threads / s, 1, List.of(), List.of());
  }

  /** s = 1 + (R - 1)(τ - 1)/(D - 1). */
  private static double shorter(double grids, long columns, int threads) {
    return 1 + (grids - 1) * (threads - 1) / Math.max(1, columns - 1);
  }

  @Override
  public State step(State state, KernelSystem system, List<Integer> active) {
    int epoch = state.position().epoch();
    boolean first = state.first().isEmpty();
    Passed passed =
        Coordinatewise.FACET
            .of(system)
            .move(new Pass(threads, seed, epoch, active, first && threads > 1));
    return new State(
        new Position(epoch + 1, 0, 1),
        threads,
        tolerance,
        state.bound(),
        first ? passed.speedUp() : state.speedUp(),
        first ? passed.residual2() : state.first(),
        passed.residual2());
  }

  /**
   * The result of a pass.
   *
   * @param residual2 of each ridge, the squared norm of the least subgradients that were met
   * @param speedUp of several threads over one; 1 unless it was measured
   */
  @FormerName("org.filbert.system.Coordinatewise$Sweep")
  record Passed(List<Double> residual2, double speedUp) {}

  /**
   * Visits every coordinate once.
   *
   * @param compare whether to find out first how much faster several threads are than one, each
   *     from here: by the decrease of J a second, in the second of two passes with one thread
   */
  @InPhase(Phase.RESIDUAL)
  record Pass(int threads, long seed, int epoch, List<Integer> active, boolean compare)
      implements Task<Passed> {
    @Override
    public Passed run(Worker worker) {
      Coordinates z = Coordinates.of(worker);
      Iterate iterate =
          new Iterate(z, active, Coordinates.elements(worker), Coordinates.fitted(worker));
      int[] order = PermutationSampler.natural(z.count());
      PermutationSampler.shuffle(Draws.stream(seed, Purpose.BLOCK_ORDER, epoch), order);
      double alone = 0;
      if (compare) {
        iterate.copy().timed(order, 1); // until its code is compiled
        alone = iterate.copy().timed(order, 1);
      }
      double together = iterate.timed(order, threads);
      Coordinates.put(worker, iterate.u, iterate.f);
      return new Passed(
          Arrays.stream(iterate.residual2).boxed().toList(), alone > 0 ? together / alone : 1);
    }
  }

  /** u and its fitted values, which threads change in place. */
  private static final class Iterate {
    private final Coordinates z;
    private final List<Integer> active;
    private final double[] u;
    private final double[] f;
    private final double[] residual2;
    private final int columns;
    private final int outputs;

    Iterate(Coordinates z, List<Integer> active, double[] u, double[] f) {
      this.z = z;
      this.active = active;
      this.u = u;
      this.f = f;
      this.residual2 = new double[z.layout().ridges().size()];
      this.columns = z.layout().columns();
      this.outputs = z.layout().k();
    }

    Iterate copy() {
      return new Iterate(z, active, u.clone(), f.clone());
    }

    /** Visits coordinates in an order; answers the decrease of J a second. */
    double timed(int[] order, int threads) {
      double before = objective();
      long start = System.nanoTime();
      visit(order, threads);
      double seconds = (System.nanoTime() - start) / 1e9;
      return (before - objective()) / seconds;
    }

    private void visit(int[] order, int threads) {
      double s = shorter(z.grids(), z.count(), threads);
      Map<Thread, Visitor> visitors = new ConcurrentHashMap<>();
      OrderedTasks.run(
          threads,
          (order.length + SHARE - 1) / SHARE,
          (share, all) -> {
            Visitor visitor =
                visitors.computeIfAbsent(Thread.currentThread(), t -> new Visitor(s, threads > 1));
            for (int at = share * SHARE; at < Math.min((share + 1) * SHARE, order.length); at++) {
              visitor.step(order[at]);
            }
          });
      visitors
          .values()
          .forEach(own -> Arrays.setAll(residual2, r -> residual2[r] + own.residual2[r]));
    }

    /** J, the sum over all columns. */
    private double objective() {
      SmoothLoss loss = z.risk().loss();
      double sum = 0;
      for (int at = 0; at < f.length; at++) {
        int i = at / columns;
        sum += z.weights()[i] * loss.value(f[at], z.y()[i * outputs + at % outputs]);
      }
      for (int at = 0; at < u.length; at++) {
        double ridge = z.layout().ridges().get(at % columns / outputs);
        sum += ridge * (z.risk().norm() == Risk.Norm.L1 ? Math.abs(u[at]) : u[at] * u[at] / 2);
      }
      return sum;
    }

    /** One of the threads, with its own scratch. */
    private final class Visitor {
      private final double s;
      private final boolean several;
      private final double[] residual2 = new double[z.layout().ridges().size()];
      private final double[] g = new double[columns];
      private int[] rows = new int[0];

      Visitor(double s, boolean several) {
        this.s = s;
        this.several = several;
      }

      void step(int j) {
        int count = z.rows(j);
        rows = rows.length < count ? new int[count] : rows;
        z.readRows(j, rows);
        double curvature = gradient(count);
        for (int r : active) {
          for (int c = r * outputs; c < (r + 1) * outputs; c++) {
            move(j, c, count, z.layout().ridges().get(r), curvature, r);
          }
        }
      }

      /** g ← -g_j of all columns; answers M_j. */
      private double gradient(int count) {
        SmoothLoss loss = z.risk().loss();
        double scale = z.scale();
        Arrays.fill(g, 0);
        double sum = 0;
        for (int at = 0; at < count; at++) {
          int i = rows[at];
          double weight = z.weights()[i];
          sum += weight;
          for (int c = 0; c < columns; c++) {
            double score = f[i * columns + c];
            g[c] -= scale * weight * loss.slope(score, z.y()[i * outputs + c % outputs]);
          }
        }
        return s * loss.curvatureBound() * scale * scale * sum;
      }

      private void move(int j, int c, int count, double ridge, double curvature, int member) {
        double old = u[j * columns + c];
        double least;
        double now;
        if (z.risk().norm() == Risk.Norm.L1) {
          least = old == 0 ? L1Descent.soft(g[c], ridge) : g[c] - Math.signum(old) * ridge;
          now = L1Descent.soft(old + g[c] / curvature, ridge / curvature);
        } else {
          least = g[c] - ridge * old;
          now = old + least / (curvature + ridge);
        }
        residual2[member] += least * least;
        if (now == old) {
          return;
        }
        u[j * columns + c] = now;
        double change = z.scale() * (now - old);
        for (int at = 0; at < count; at++) {
          int place = rows[at] * columns + c;
          if (several) {
            ELEMENT.getAndAdd(f, place, change);
          } else {
            f[place] += change;
          }
        }
      }
    }
  }
}
