package org.filbert.online.recursive;

import java.util.ArrayList;
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
          own.put(e, share(expert, columns, options.precision(), home.contains(e), worker));
        } else if (home.contains(e)) {
          own.put(e, Expert.start(expert, columns, options.precision()));
        }
      }
      worker.put(EXPERTS, new Experts(own));
    }
  }

  private static LargeExpert share(
      ExpertOptions expert, int columns, Precision precision, boolean home, Worker worker) {
    int from = LargeExpert.first(expert.features(), worker.index(), worker.count());
    int to = LargeExpert.first(expert.features(), worker.index() + 1, worker.count());
    return LargeExpert.start(
        expert, columns, precision, new LargeExpert.Share(home, false), from, to);
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
                            ? share(large, columns, options.precision(), home, worker)
                            : LargeExpert.start(large, columns, options.precision());
                own.put(e, joined.with(part));
              } else if (home) {
                own.put(e, expert);
              }
            });
  }

  /**
   * The answer of a worker to {@link Learn}.
   *
   * @param experts whose home it is
   * @param scores of each of them, a row for each: m × k, row after row
   * @param untilSolved labelled rows, counted from then on, after which the first of them that are
   *     spread over the workers is solved for; {@value #ENOUGH} if there are as many or more
   * @param due experts that are to be solved for now
   */
  record Answer(List<Integer> experts, Matrix scores, int untilSolved, List<Integer> due) {
    /** More rows than a batch usually has. */
    static final int ENOUGH = 1024;
  }

  /**
   * Predicts rows in their order, each with what was learned from those before, and learns from
   * those with a target.
   *
   * @param x m rows, dense
   * @param labelled places of the rows that are learned from
   * @param roots square roots of their weights
   * @param y their targets, of k columns
   */
  @InPhase(Phase.KERNEL)
  record Learn(Matrix x, int[] labelled, double[] roots, Matrix y) implements Task<Answer> {
    @Override
    public Answer run(Worker worker) {
      RecursiveOptions options = worker.get(OPTIONS);
      SortedMap<Integer, Expert> experts = worker.get(EXPERTS).byNumber();
      List<Integer> home =
          experts.entrySet().stream()
              .filter(each -> isHome(each.getValue()))
              .map(Map.Entry::getKey)
              .toList();
      Features made = worker.getOrMake(FEATURES, () -> Features.of(options.precision()));
      made.given().clear();
      made.scratch().clear();
      Map<RandomFourier, MapFeatures> features = new HashMap<>();
      Matrix scores = Matrix.zeros(Precision.DOUBLE, home.size(), x.rows() * y.cols());
      Matrix unused = made.scratch().take(x.rows(), y.cols());
      experts.replaceAll(
          (e, known) -> {
            ExpertOptions own = options.experts().get(e);
            MapFeatures seen =
                features.computeIfAbsent(own.map(), map -> features(worker, made, map));
            int place = home.indexOf(e);
            Matrix found = place < 0 ? unused : scores(scores, place);
            return known
                .widened(y.cols())
                .after(
                    own,
                    new Lesson(seen.z(), seen.values(), 0, labelled, y, roots),
                    found,
                    worker.backend(),
                    made.scratch());
          });
      return answer(experts, home, scores, options, worker.count());
    }

    private Matrix scores(Matrix all, int place) {
      return all.piece((long) place * all.cols(), x.rows(), y.cols());
    }

    private static Answer answer(
        SortedMap<Integer, Expert> experts,
        List<Integer> home,
        Matrix scores,
        RecursiveOptions options,
        int workers) {
      int least = Answer.ENOUGH;
      List<Integer> due = new ArrayList<>();
      for (int e : home) {
        if (experts.get(e) instanceof LargeExpert large && options.isSpread(e, workers)) {
          int until = large.untilSolved(options.experts().get(e), Answer.ENOUGH);
          if (until > 0) {
            least = Math.min(least, until);
          } else {
            due.add(e);
          }
        }
      }
      return new Answer(home, scores, least, due);
    }

    private MapFeatures features(Worker worker, Features made, RandomFourier map) {
      Matrix z = made.given().take(x.rows(), map.outputs());
      blocks(worker, made, map).fill(new DenseRows(x), 0, map.outputs(), z);
      double[] values = z.toArray();
      if (z.precision() == Precision.DOUBLE) {
        return new MapFeatures(z, values);
      }
      Matrix wide = made.scratch().take(x.rows(), map.outputs());
      wide.write(0, x.rows(), values);
      return new MapFeatures(wide, values);
    }
  }

  /**
   * The features of a batch.
   *
   * @param z of its rows, in double
   * @param values elements of z, row after row
   */
  private record MapFeatures(Matrix z, double[] values) {}

  private static boolean isHome(Expert expert) {
    return !(expert instanceof LargeExpert large && !large.share().home());
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

  /** Solves for an expert at its home. Answers {@link Answer#untilSolved}. */
  @InPhase(Phase.FACTOR)
  record Solve(int expert, List<LargeExpert.Rows> others) implements Task<Integer> {
    @Override
    public Integer run(Worker worker) {
      ExpertOptions options = worker.get(OPTIONS).experts().get(expert);
      LargeExpert solved = large(worker, expert).solved(options, others, worker.backend());
      worker.get(EXPERTS).byNumber().put(expert, solved);
      return solved.untilSolved(options, Answer.ENOUGH);
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
                if (isHome(expert)) {
                  coefficients.put(e, expert.w(worker.backend()));
                }
              });
      return coefficients;
    }
  }

  private static FeatureBlocks blocks(Worker worker, Features made, RandomFourier map) {
    return made.byMap().computeIfAbsent(map, missing -> blocks(worker, missing));
  }

  private static FeatureBlocks blocks(Worker worker, RandomFourier map) {
    RecursiveOptions options = worker.get(OPTIONS);
    long budget = options.frequencyBytes() / worker.count() / options.maps().size();
    return new FeatureBlocks(map, options.precision(), worker.backend(), budget);
  }
}
