package org.filbert.online.recursive;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.DenseRows;
import org.filbert.features.FeatureBlocks;
import org.filbert.features.RandomFourier;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.workers.Action;
import org.filbert.workers.Key;
import org.filbert.workers.Matrices;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/**
 * What the workers do for recursive least squares, one record for each kind of superstep. Each
 * expert belongs to a worker.
 */
final class RecursiveTasks {
  private static final Key<RecursiveOptions> OPTIONS =
      Key.constant("recursive", RecursiveOptions.class);

  private static final Key<Experts> EXPERTS = Key.stored("experts", Experts.class);

  private static final Key<Features> FEATURES = Key.rebuilt("expertFeatures", Features.class);

  private RecursiveTasks() {}

  /** The experts of a worker by number. */
  record Experts(SortedMap<Integer, Expert> byNumber) {}

  /**
   * What a worker makes again where it is missing.
   *
   * @param byMap the features of the maps that it has needed
   * @param given memory in the features' precision
   * @param scratch memory in double
   */
  record Features(Map<RandomFourier, FeatureBlocks> byMap, Scratch given, Scratch scratch)
      implements AutoCloseable {
    static Features of(Precision precision) {
      return new Features(new HashMap<>(), new Scratch(precision), new Scratch(Precision.DOUBLE));
    }

    @Override
    public void close() {
      byMap.values().forEach(FeatureBlocks::close);
      given.close();
      scratch.close();
    }
  }

  /** Begins, or begins anew, with experts that have learned nothing. */
  record Begin(RecursiveOptions options, int columns) implements Action {
    @Override
    public void act(Worker worker) {
      worker.put(OPTIONS, options);
      SortedMap<Integer, Expert> own = new TreeMap<>();
      List<Integer> home = options.homes(worker.count()).get(worker.index());
      for (int e = 0; e < options.experts().size(); e++) {
        ExpertOptions expert = options.experts().get(e);
        if (options.isSpread(e, worker.count())) {
          own.put(e, share(expert, columns, home.contains(e), worker));
        } else if (home.contains(e)) {
          own.put(e, Expert.start(expert, columns));
        }
      }
      worker.put(EXPERTS, new Experts(own));
    }
  }

  private static LargeExpert share(ExpertOptions expert, int columns, boolean home, Worker worker) {
    int from = LargeExpert.first(expert.features(), worker.index(), worker.count());
    int to = LargeExpert.first(expert.features(), worker.index() + 1, worker.count());
    return LargeExpert.start(expert, columns, new LargeExpert.Share(home, false), from, to);
  }

  /** Takes over the experts of a former worker whose home is a worker, and its shares of others. */
  static void takeOver(Worker former, Worker worker) {
    RecursiveOptions options = former.get(OPTIONS);
    worker.put(OPTIONS, options);
    SortedMap<Integer, Expert> own =
        worker.getOrMake(EXPERTS, () -> new Experts(new TreeMap<>())).byNumber();
    List<Integer> homes = options.homes(worker.count()).get(worker.index());
    former
        .get(EXPERTS)
        .byNumber()
        .forEach(
            (e, expert) -> {
              boolean home = homes.contains(e);
              boolean spread = options.isSpread(e, worker.count());
              if (expert instanceof LargeExpert part && (home || spread)) {
                ExpertOptions large = options.experts().get(e);
                int columns = part.sums().columns();
                Expert known = own.get(e);
                LargeExpert joined =
                    known != null
                        ? (LargeExpert) known
                        : spread
                            ? share(large, columns, home, worker)
                            : LargeExpert.start(large, columns);
                own.put(e, joined.with(part));
              } else if (home) {
                own.put(e, expert);
              }
            });
  }

  /**
   * Predicts a batch, then learns from its rows with a target. Answers three matrices: the scores,
   * each expert's times its weight, m × k; what each expert's losses contribute to their fading
   * mean, 1 × (number of experts); and likewise 1 for an expert that waits for its shares. A worker
   * answers the part of these sums of the experts whose home it is.
   *
   * @param x m rows, dense
   * @param weights of the experts
   * @param labelled places of the rows that are learned from
   * @param roots square roots of their weights
   * @param y their targets, of k columns
   * @param classes whether predictions are cut to [0, 1] for the losses
   * @param unit squared error that counts as a loss of 1
   */
  @InPhase(Phase.KERNEL)
  record Learn(
      Matrix x,
      double[] weights,
      int[] labelled,
      double[] roots,
      Matrix y,
      boolean classes,
      double unit)
      implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      double[] losses = new double[weights.length];
      double[] due = new double[weights.length];
      double[] scores = new double[x.rows() * y.cols()];
      double[] targets = y.toArray();
      RecursiveOptions options = worker.get(OPTIONS);
      Features made = worker.getOrMake(FEATURES, () -> Features.of(options.precision()));
      made.given().clear();
      made.scratch().clear();
      Map<RandomFourier, Matrix> features = new HashMap<>();
      worker
          .get(EXPERTS)
          .byNumber()
          .replaceAll(
              (e, known) -> {
                ExpertOptions own = options.experts().get(e);
                Matrix z = features.computeIfAbsent(own.map(), map -> features(worker, made, map));
                Expert expert = known.widened(y.cols());
                Matrix basis = expert.basis(z, worker.backend(), made.scratch());
                Matrix f = made.scratch().take(x.rows(), y.cols());
                worker.backend().blas().gemm(false, false, 1, basis, expert.coefficients(), 0, f);
                double[] found = f.toArray();
                if (!(expert instanceof LargeExpert large && !large.share().home())) {
                  for (int i = 0; i < found.length; i++) {
                    scores[i] += weights[e] * found[i];
                  }
                  losses[e] = loss(targets, found);
                }
                if (labelled.length == 0) {
                  return expert;
                }
                Expert next =
                    expert.learned(
                        own,
                        lesson(z, basis, residuals(targets, found), made.scratch()),
                        worker.backend(),
                        made.scratch());
                due[e] = next instanceof LargeExpert large && large.isDue(own) ? 1 : 0;
                return next;
              });
      return Matrices.of(
          Matrix.of(Precision.DOUBLE, x.rows(), y.cols(), scores),
          Matrix.of(Precision.DOUBLE, 1, losses.length, losses),
          Matrix.of(Precision.DOUBLE, 1, due.length, due));
    }

    private Matrix features(Worker worker, Features made, RandomFourier map) {
      Matrix z = made.given().take(x.rows(), map.outputs());
      blocks(worker, made, map).fill(new DenseRows(x), 0, map.outputs(), z);
      if (z.precision() == Precision.DOUBLE) {
        return z;
      }
      Matrix wide = made.scratch().take(x.rows(), map.outputs());
      wide.assign(z);
      return wide;
    }

    /** What the targets are more than the scores of their rows. */
    private double[] residuals(double[] targets, double[] found) {
      double[] residuals = new double[targets.length];
      for (int i = 0; i < residuals.length; i++) {
        residuals[i] = targets[i] - found[place(i)];
      }
      return residuals;
    }

    /** The place of a target's score. */
    private int place(int target) {
      return labelled[target / y.cols()] * y.cols() + target % y.cols();
    }

    private Expert.Lesson lesson(Matrix z, Matrix basis, double[] residuals, Scratch scratch) {
      Matrix rest = scratch.take(y.rows(), y.cols());
      rest.write(0, rest.rows(), residuals);
      Matrix learned = weighed(learned(z));
      return new Expert.Lesson(
          learned, basis == z ? learned : weighed(learned(basis)), weighed(y), weighed(rest));
    }

    private Matrix learned(Matrix rows) {
      return labelled.length == rows.rows() ? rows : rows.select(labelled);
    }

    /** Rows times the roots of their weights. */
    private Matrix weighed(Matrix rows) {
      if (Arrays.stream(roots).allMatch(root -> root == 1)) {
        return rows;
      }
      double[] values = rows.toArray();
      for (int i = 0; i < values.length; i++) {
        values[i] *= roots[i / rows.cols()];
      }
      return Matrix.of(Precision.DOUBLE, rows.rows(), rows.cols(), values);
    }

    private double loss(double[] targets, double[] found) {
      double[] losses = new double[labelled.length];
      for (int i = 0; i < targets.length; i++) {
        double score = found[place(i)];
        double rest = (classes ? Math.max(0, Math.min(1, score)) : score) - targets[i];
        losses[i / y.cols()] += rest * rest / unit;
      }
      return Vote.faded(losses);
    }
  }

  /** The rows of A that a worker has of an expert; none at its home. */
  record Shares(int expert) implements Task<LargeExpert.Rows> {
    @Override
    public LargeExpert.Rows run(Worker worker) {
      LargeExpert all = large(worker, expert).added(worker.backend());
      worker.get(EXPERTS).byNumber().put(expert, all);
      return all.share().home()
          ? new LargeExpert.Rows(0, Matrix.zeros(Precision.DOUBLE, 0, 0))
          : new LargeExpert.Rows(all.sums().from(), all.sums().a().copy(Precision.DOUBLE));
    }
  }

  /** Solves for an expert at its home, with all cores of its process, since the others wait. */
  @InPhase(Phase.FACTOR)
  record Solve(int expert, List<LargeExpert.Rows> others) implements Action {
    @Override
    public void act(Worker worker) {
      LargeExpert solved =
          large(worker, expert)
              .solved(
                  worker.get(OPTIONS).experts().get(expert),
                  others,
                  Runtime.getRuntime().availableProcessors(),
                  worker.backend());
      worker.get(EXPERTS).byNumber().put(expert, solved);
    }
  }

  private static LargeExpert large(Worker worker, int expert) {
    return (LargeExpert) Objects.requireNonNull(worker.get(EXPERTS).byNumber().get(expert));
  }

  /** The experts' coefficients by number, from their homes. */
  record Collect() implements Task<SortedMap<Integer, Matrix>> {
    @Override
    public SortedMap<Integer, Matrix> run(Worker worker) {
      SortedMap<Integer, Matrix> coefficients = new TreeMap<>();
      worker
          .get(EXPERTS)
          .byNumber()
          .forEach(
              (e, expert) -> {
                if (!(expert instanceof LargeExpert large && !large.share().home())) {
                  coefficients.put(e, expert.w(worker.backend()));
                }
              });
      return coefficients;
    }
  }

  private static FeatureBlocks blocks(Worker worker, Features made, RandomFourier map) {
    RecursiveOptions options = worker.get(OPTIONS);
    long budget = options.frequencyBytes() / worker.count() / options.maps().size();
    return made.byMap()
        .computeIfAbsent(
            map,
            missing -> new FeatureBlocks(missing, options.precision(), worker.backend(), budget));
  }
}
