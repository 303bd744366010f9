package org.filbert.system;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.filbert.linalg.Matrix;
import org.filbert.loss.SmoothLoss;
import org.filbert.shard.ShardState;
import org.filbert.workers.Worker;

/**
 * Descent by single coordinates on one worker, which has all rows: a step is
 *
 * <pre>
 *   g_j = Σ_i w_i ℓ'(f_i, y_i) z_ij        over the rows i of bin j
 *   M_j = s·β Σ_i w_i z_ij²                β bounds the loss's curvature
 *   u_j ← soft(u_j - g_j / M_j, ridge / M_j)        u_j -= (g_j + ridge·u_j) / (M_j + ridge) with L2
 *   f_i += z_ij·(change of u_j)
 * </pre>
 *
 * <p>Several threads do so at once without waiting for each other: additions to f lose nothing, but
 * a g_j may be older than the last step of another thread. Their steps are shorter by s = 1 + (R -
 * 1)(τ - 1)/(D - 1), for which Richtárik and Takáč, Parallel coordinate descent methods for big
 * data optimization, 2015, show that τ steps at a time descend.
 */
final class CoordinatePass {
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(double[].class);

  /** Coordinates that a thread takes at a time. */
  private static final int SHARE = 64;

  private final BinRows bins;
  private final int[] starts;
  private final double scale;
  private final Risk risk;
  private final List<Double> ridges;
  private final List<Integer> active;
  private final double[] weights;
  private final double[] y;
  private final int outputs;
  private double[] u;
  private double[] f;

  CoordinatePass(Worker worker, List<Integer> active) {
    ColumnSource.Grids source = (ColumnSource.Grids) worker.get(ColumnSource.KEY);
    Shared shared = Shared.of(worker);
    this.bins = worker.getOrMake(BinRows.KEY, () -> bins(worker));
    this.starts = source.starts();
    this.scale = source.map().scale();
    this.risk = shared.settings().risk();
    this.ridges = shared.ridges();
    this.active = List.copyOf(active);
    this.weights = ShardState.weights(worker);
    Matrix targets = worker.get(ShardState.TRAIN).y();
    this.y = targets.toArray();
    this.outputs = targets.cols();
    VectorPart part = VectorPart.orZero(worker, Vector.U);
    this.u = part.elements().toArray();
    this.f = part.fitted().toArray();
  }

  private static BinRows bins(Worker worker) {
    return ((GridColumns) ColumnTasks.rows(worker)).rowsOfBins(worker.get(ShardState.TRAIN).x());
  }

  /** Puts u and its fitted values where they belong. */
  void write(VectorPart part) {
    part.elements().write(0, part.elements().rows(), u);
    part.fitted().write(0, part.fitted().rows(), f);
  }

  /** Another pass from where this one stands. */
  CoordinatePass copy(Worker worker) {
    CoordinatePass copy = new CoordinatePass(worker, active);
    copy.u = u.clone();
    copy.f = f.clone();
    return copy;
  }

  private int columns() {
    return outputs * ridges.size();
  }

  /** J, the sum over all columns. */
  double objective() {
    SmoothLoss loss = risk.loss();
    double sum = 0;
    for (int at = 0; at < f.length; at++) {
      int i = at / columns();
      sum += weights[i] * loss.value(f[at], y[i * outputs + at % outputs]);
    }
    for (int at = 0; at < u.length; at++) {
      double ridge = ridges.get(at % columns() / outputs);
      sum += ridge * (risk.norm() == Risk.Norm.L1 ? Math.abs(u[at]) : u[at] * u[at] / 2);
    }
    return sum;
  }

  /**
   * Visits coordinates in an order.
   *
   * @param threads τ
   * @return of each ridge, the squared norm of the least subgradients that were met
   */
  double[] run(int[] order, int threads) {
    AtomicInteger next = new AtomicInteger();
    double shorter = shorter(starts.length - 1, starts[starts.length - 1], threads);
    List<Callable<double[]>> visits =
        IntStream.range(0, threads)
            .<Callable<double[]>>mapToObj(
                t -> () -> new Visitor(shorter, threads > 1).visit(order, next))
            .toList();
    double[] met2 = new double[ridges.size()];
    for (double[] own : threads == 1 ? List.of(call(visits.get(0))) : callAll(visits)) {
      Arrays.setAll(met2, m -> met2[m] + own[m]);
    }
    return met2;
  }

  /** 1 + (R - 1)(τ - 1)/(D - 1). */
  static double shorter(int grids, long columns, int threads) {
    return 1 + (grids - 1.0) * (threads - 1) / Math.max(1, columns - 1);
  }

  private static double[] call(Callable<double[]> visit) {
    try {
      return visit.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("a pass failed", e);
    }
  }

  private static List<double[]> callAll(List<Callable<double[]>> visits) {
    ExecutorService threads = Executors.newFixedThreadPool(visits.size());
    try {
      return threads.invokeAll(visits).stream().map(CoordinatePass::result).toList();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during a pass", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static double[] result(Future<double[]> visit) {
    try {
      return visit.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted during a pass", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a pass failed", e.getCause());
    }
  }

  /** One of the threads, with its own scratch. */
  private final class Visitor {
    private final double shorter;
    private final boolean several;
    private final double[] met2 = new double[ridges.size()];
    private final double[] g = new double[columns()];
    private int[] rows = new int[0];

    Visitor(double shorter, boolean several) {
      this.shorter = shorter;
      this.several = several;
    }

    double[] visit(int[] order, AtomicInteger next) {
      for (int from = next.getAndAdd(SHARE); from < order.length; from = next.getAndAdd(SHARE)) {
        for (int at = from; at < Math.min(from + SHARE, order.length); at++) {
          step(order[at]);
        }
        if (Thread.currentThread().isInterrupted()) {
          throw new IllegalStateException("interrupted during a pass");
        }
      }
      return met2;
    }

    private void step(int j) {
      int found = Arrays.binarySearch(starts, j);
      int grid = found >= 0 ? found : -found - 2;
      int bin = j - starts[grid];
      int count = bins.count(grid, bin);
      rows = rows.length < count ? new int[count] : rows;
      bins.read(grid, bin, rows);
      double curvature = gradient(count);
      for (int m : active) {
        for (int c = m * outputs; c < (m + 1) * outputs; c++) {
          move(j, c, count, ridges.get(m), curvature, m);
        }
      }
    }

    /** Sets g to -g_j of all columns; answers M_j. */
    private double gradient(int count) {
      SmoothLoss loss = risk.loss();
      Arrays.fill(g, 0);
      double sum = 0;
      for (int at = 0; at < count; at++) {
        int i = rows[at];
        sum += weights[i];
        for (int c = 0; c < g.length; c++) {
          double score = f[i * g.length + c];
          g[c] -= scale * weights[i] * loss.slope(score, y[i * outputs + c % outputs]);
        }
      }
      return shorter * loss.curvatureBound() * scale * scale * sum;
    }

    private void move(int j, int c, int count, double ridge, double curvature, int member) {
      double old = u[j * g.length + c];
      double least;
      double now;
      if (risk.norm() == Risk.Norm.L1) {
        least = old == 0 ? L1Descent.soft(g[c], ridge) : g[c] - Math.signum(old) * ridge;
        now = L1Descent.soft(old + g[c] / curvature, ridge / curvature);
      } else {
        least = g[c] - ridge * old;
        now = old + least / (curvature + ridge);
      }
      met2[member] += least * least;
      if (now == old) {
        return;
      }
      u[j * g.length + c] = now;
      double change = scale * (now - old);
      for (int at = 0; at < count; at++) {
        int place = rows[at] * g.length + c;
        if (several) {
          ELEMENT.getAndAdd(f, place, change);
        } else {
          f[place] += change;
        }
      }
    }
  }
}
