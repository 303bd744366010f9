package org.filbert.train.metric;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.filbert.data.RefusedException;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.MetricOptions;
import org.filbert.kernel.MetricOptions.Learn;
import org.filbert.landmarks.Landmarks;
import org.filbert.model.InputColumns;
import org.filbert.model.LearnedMetric;
import org.filbert.model.RowEncoder;
import org.filbert.model.TablePreprocessing;
import org.filbert.plan.Plan;
import org.filbert.random.Purpose;
import org.filbert.selection.Candidate;
import org.filbert.selection.Criterion;
import org.filbert.selection.OpenChoices;
import org.filbert.selection.Selection;
import org.filbert.shard.Prepared;
import org.filbert.system.Differentiable;
import org.filbert.train.rows.MedianDistance;
import org.filbert.train.rows.SampledRows;
import org.filbert.workers.Workers;
import org.jspecify.annotations.Nullable;

/**
 * The learning of a metric M (d × d, symmetric, or its diagonal) by the average outer product of
 * gradients. M_0 = I, and for t = 0, 1, … with the solution f_t of the rows M_t^½·x and a seeded
 * sample of m training rows z:
 *
 * <pre>
 *   G = (1/m)·Σ_z Σ_c ∇f_tc(z)·∇f_tc(z)ᵀ     gradients by x, k outputs c
 *   M_(t+1) = G / (largest element of G)
 * </pre>
 *
 * <p>Every M is judged by {@link Selection} on rows that were held back from the solutions before
 * it, by a weight of nearly 0; M has learned the targets of the others, and predicts these too
 * well. It is judged before it is solved with; the width of the kernel is measured anew. The best
 * one is the model's. The learning stops after {@code iterations}, after a score, the mean square
 * of the residuals or the log-loss of classes, that is {@value #WORSE} times the best, and after
 * {@value #PATIENCE} metrics in a row that are not better by {@value #NOISE} than the last one that
 * was. A diagonal metric of numbers is refined in the end, by {@link MetricRefinement}, and the
 * steps to it end after one that gains less than {@value #NEAR}. A full metric, which has d/2
 * numbers for each of a diagonal one, goes on only if it is better by as much. The model has the
 * best one only if it is better than none by as many rows as chose the kernel. Where kernel and
 * ridge of each solution are given, the last metric is the model's.
 *
 * <p>Radhakrishnan, Beaglehole, Pandit, Belkin. Mechanism for feature learning in neural networks
 * and backpropagation-free machine learning models. Science 383, 2024.
 *
 * <p>Implementation note: gradients of a batch of rows z are sums over the workers, which go row by
 * row to the workers, and their products d × d to one of them. What a step reads of the rows it
 * reads after it has mapped them: answers that are requested again after a failure are the same.
 */
public final class MetricSearch {
  private static final double WORSE = 1.1;

  /** What scores by some hundred rows differ by without a reason, as a part of them. */
  private static final double NOISE = 0.01;

  /** What the next metric gains less than, as a part of the score, where it is refined then. */
  private static final double NEAR = 0.1;

  /** Metrics in a row that are not better, after which the learning stops. */
  private static final int PATIENCE = 2;

  /** One row of so many judges, up to {@link Selection#ROWS}. */
  private static final int HELD = 3;

  /** Features of a full metric at most: M has 128 MiB then. */
  private static final int MOST_FEATURES = 4096;

  /** Values of the gradients of a batch of rows: 32 MiB. */
  private static final int BATCH_VALUES = 1 << 22;

  private final MetricOptions options;
  private final OpenChoices open;
  private final List<String> names;
  private final long seed;

  /**
   * A search.
   *
   * @param open what is chosen by leaving training rows out
   * @param names of the inputs; none if they are not known
   */
  public MetricSearch(MetricOptions options, OpenChoices open, List<String> names, long seed) {
    this.options = options;
    this.open = open;
    this.names = names;
    this.seed = seed;
  }

  /** Whether a metric is learned of these rows: {@code auto} learns none of sparse ones. */
  public boolean learns(Prepared prepared) {
    return options.learn() == Learn.AUTO ? !prepared.preprocessing().sparse() : options.any();
  }

  /** Refuses rows that have no metric of this form. */
  public void check(Prepared prepared) {
    String wanted = "kernel.metric.learn is " + options.learn().name().toLowerCase(Locale.ROOT);
    if (prepared.rows() < 2) {
      throw new RefusedException(
          "%s, which needs 2 or more training rows, found %s".formatted(wanted, prepared.rows()));
    }
    if (prepared.preprocessing().sparse()) {
      throw new RefusedException(
          wanted + ", which needs dense rows, found sparse ones; what helps: storage: dense");
    }
    if (options.learn() == Learn.FULL && prepared.features() > MOST_FEATURES) {
      throw new RefusedException(
          "%s, which needs rows of at most %s features, found %s; what helps: learn: diagonal"
              .formatted(wanted, MOST_FEATURES, prepared.features()));
    }
  }

  /** A plan with the memory of the learning. */
  public Plan plan(Plan plan, Prepared prepared) {
    int m = options.sampleOf(prepared.rows(), prepared.columns());
    long d = prepared.features();
    long outputs = prepared.columns();
    long matrix = wanted(Learn.FULL, prepared) ? d * d * Double.BYTES : d * Double.BYTES;
    long shard = prepared.shardRows().stream().mapToLong(rows -> rows).max().orElse(0);
    Plan longer =
        plan.and(
            List.of(
                new Plan.Item(
                    "rows before the metric",
                    (shard + prepared.heldOutShardRows()) * prepared.rowBytes()),
                new Plan.Item(
                    "gradients",
                    4 * Math.min((long) m * d * outputs, BATCH_VALUES) * Double.BYTES
                        + (long) m * prepared.rowBytes()
                        + 4 * matrix),
                ImportanceSearch.memory(prepared)));
    if (options.refined() && options.learn() != Learn.FULL) {
      longer = longer.and(List.of(MetricRefinement.memory(prepared)));
    }
    return options.sample().orElse(0) > m
        ? longer.remarking(
            "kernel.metric.sample is %s, the gradients are those of all %s training rows"
                .formatted(options.sample().orElseThrow(), m))
        : longer;
  }

  /**
   * Number of rows that judge a metric, of n: what is learned from a row's target it cannot judge.
   */
  public static int judges(int n) {
    return Math.min(Selection.ROWS, Math.max(2, n / HELD));
  }

  /** Sets all rows but a sample aside. Answers how many each worker has left. */
  public List<Integer> sample(int rows, Workers workers) {
    return SampledRows.keep(rows, seed, Purpose.METRIC_ROWS, workers);
  }

  /** As {@link #mapped(Prepared, MetricState.Judged, Workers)}, for the rows aside too. */
  public Prepared mappedAll(Prepared all, MetricState.Judged judged, Workers workers) {
    workers.gather(new MetricTasks.TakeAll());
    return mapped(all, judged, workers);
  }

  /** Holds the rows that judge back from the solutions that metrics are learned from. */
  public void holdBack(int n, Workers workers) {
    long[] held = Landmarks.positions(workers, judges(n), seed, Purpose.SELECTION_SAMPLE);
    workers.gather(new MetricTasks.HoldBack(held));
  }

  /**
   * The state before the first solution.
   *
   * @param selection of kernel and ridge without a metric
   * @param score of it by the rows that judge
   * @param rows that metrics are learned from, where that is a sample; null where these are all
   */
  public MetricState start(
      Selection selection, double score, double widthInMedians, @Nullable Integer rows) {
    MetricState.Judged first = new MetricState.Judged(0, new double[0], selection, score);
    return new MetricState(
        List.of(),
        List.of(),
        first,
        List.of(iterate(first, 0)),
        false,
        widthInMedians,
        options.mostIterations() + 1,
        0,
        List.of(),
        0,
        rows,
        null);
  }

  /** The kernel's width in median distances, where it is to stay. */
  public double widthInMedians(Kernel kernel, Workers workers) {
    return options.given() || openWidth() || kernel.width().isEmpty()
        ? Double.NaN
        : kernel.width().getAsDouble()
            / MedianDistance.of("kernel.metric", workers, seed, kernel.power());
  }

  private boolean openWidth() {
    return open.kernel() || open.sigma();
  }

  /** What is chosen anew for each metric after the first. */
  public OpenChoices open() {
    return new OpenChoices(open.kernel(), openWidth(), open.ridge());
  }

  /**
   * The rows' properties with another metric, and the kernel as it is before a choice; nothing if
   * the metric leaves too few rows different for the kernel to have a width.
   */
  public Optional<Prepared> mapped(
      Prepared before, double[] root, double widthInMedians, Workers workers) {
    workers.gather(new MetricTasks.MapRows(root));
    Kernel kernel = before.kernel();
    if (options.given() || kernel.width().isEmpty()) {
      return Optional.of(with(before, root, kernel));
    }
    double median = MedianDistance.ofAny(workers, seed, kernel.power());
    return MedianDistance.isWidth(median)
        ? Optional.of(
            with(before, root, kernel.withSigma(openWidth() ? median : widthInMedians * median)))
        : Optional.empty();
  }

  /** The same with the kernel that was chosen. */
  public Prepared mapped(Prepared before, MetricState.Judged judged, Workers workers) {
    return mapped(before, judged.root(), judged.selection().best().kernel(), workers);
  }

  private Prepared mapped(Prepared before, double[] root, Kernel kernel, Workers workers) {
    workers.gather(new MetricTasks.MapRows(root));
    return with(before, root, kernel);
  }

  private Prepared with(Prepared before, double[] root, Kernel kernel) {
    RowEncoder encoder = unmapped(before.preprocessing());
    return before.with(
        root.length == 0 ? encoder : new LearnedMetric(encoder, root, names(encoder)), kernel);
  }

  private List<String> names(RowEncoder encoder) {
    List<String> known =
        encoder.ofRecords() instanceof TablePreprocessing table
            ? table.table().featureNames()
            : names;
    return known.size() == encoder.features() ? known : List.of();
  }

  static RowEncoder unmapped(RowEncoder encoder) {
    return encoder instanceof LearnedMetric metric ? metric.encoder() : encoder;
  }

  private static double[] root(Prepared prepared) {
    return prepared.preprocessing() instanceof LearnedMetric metric ? metric.root() : new double[0];
  }

  private boolean wanted(Learn form, Prepared prepared) {
    double[] root = root(prepared);
    boolean free = root.length == 0 && options.learn() == Learn.AUTO;
    Learn only =
        root.length == 0
            ? options.learn()
            : root.length > prepared.features() ? Learn.FULL : Learn.DIAGONAL;
    return free ? form == Learn.DIAGONAL || prepared.features() <= MOST_FEATURES : form == only;
  }

  /**
   * The next metrics by their roots: one, or one of each form that is left open. None if the
   * solution is a constant, and it is left open whether a metric is learned.
   */
  public List<double[]> roots(Prepared prepared, Differentiable solution, Workers workers) {
    int k = prepared.columns();
    int m = options.sampleOf(prepared.rows(), prepared.columns());
    boolean full = wanted(Learn.FULL, prepared);
    Landmarks sample = Landmarks.atMost(workers, m, seed, Purpose.METRIC_SAMPLE);
    int batch = Math.max(1, BATCH_VALUES / Math.max(1, k * prepared.features()));
    boolean products = full || root(prepared).length > prepared.features();
    boolean diagonal = wanted(Learn.DIAGONAL, prepared);
    for (int from = 0; from < m; from += batch) {
      int to = Math.min(from + batch, m);
      solution
          .gradients(sample.x().slice(from, to))
          .byRows(
              shares(to - from, workers.count()),
              new MetricTasks.Accumulate(k, products, diagonal));
    }
    List<double[]> roots =
        workers
            .sum(new MetricTasks.Take())
            .at(
                0,
                new MetricTasks.Roots(
                    root(prepared),
                    m,
                    shared(unmapped(prepared.preprocessing())),
                    diagonal,
                    full,
                    options.centred()));
    if (roots.isEmpty() && options.learn() != Learn.AUTO) {
      throw new RefusedException(
          "kernel.metric found gradients of 0 for all %s inputs at %s training rows: the solution is a constant, as if all targets were alike; what helps: learn: none"
              .formatted(prepared.features(), m));
    }
    return roots;
  }

  private static List<Integer> shares(int rows, int workers) {
    return IntStream.range(0, workers)
        .mapToObj(w -> (int) ((w + 1L) * rows / workers - (long) w * rows / workers))
        .toList();
  }

  /** The columns that one category became, which share a factor. */
  static List<int[]> shared(RowEncoder encoder) {
    return InputColumns.of(encoder, List.of()).stream()
        .filter(input -> input.count() > 1)
        .map(input -> IntStream.range(input.from(), input.to()).toArray())
        .toList();
  }

  /**
   * The state after the first of the roots has been judged.
   *
   * @param by what metrics are compared by
   * @param judgement nothing for a metric that cannot be used
   */
  public MetricState judged(
      MetricState state, Prepared prepared, Criterion by, Optional<Selection> judgement) {
    Selection selection =
        judgement.orElseGet(
            () ->
                new Selection(
                    List.of(
                        new Candidate(
                            prepared.kernel(),
                            Double.NaN,
                            0,
                            Double.POSITIVE_INFINITY,
                            1,
                            Double.POSITIVE_INFINITY,
                            null,
                            null,
                            null,
                            Double.POSITIVE_INFINITY))));
    MetricState.Judged judged =
        new MetricState.Judged(
            state.next(), state.roots().get(0), selection, by.of(selection.best()));
    return state.judged(judged, iterate(judged, prepared.features()));
  }

  /** The scores of a metric, as they are shown. */
  private static MetricState.Iterate iterate(MetricState.Judged judged, int features) {
    Candidate best = judged.selection().best();
    return new MetricState.Iterate(
        judged.t(),
        judged.root().length == 0
            ? MetricState.Form.NONE
            : judged.root().length > features ? MetricState.Form.FULL : MetricState.Form.DIAGONAL,
        best.kernel(),
        best.ridge(),
        judged.score(),
        best.misclassified());
  }

  /**
   * What is solved next.
   *
   * @param best of all so far
   * @param last whether its solution is the model's
   */
  public record Decision(MetricState.Judged next, MetricState.Judged best, boolean last) {}

  /** Ends with the best metric so far. */
  public Decision end(MetricState state) {
    return new Decision(state.best(), state.best(), true);
  }

  /** Chooses width and ridge, as far as they are open, by as many rows as a selection has. */
  public interface Selecting {
    /**
     * The selection for rows as they are mapped now.
     *
     * @param t number of solutions that their metric was learned from
     */
    Selection of(int t, Prepared mapped, OpenChoices open);
  }

  /**
   * The decision for the model's metric, where metrics were judged by fewer rows than chose the
   * kernel: what helps a few rows may harm more. Width and ridge are chosen anew by the more rows,
   * and the metric is left out unless these, too, predict each other better by {@value #NOISE} with
   * it than without. The metric has learned the targets of most of them: what is worse even so, is
   * worse.
   *
   * @param by what metrics are compared by
   */
  public Decision settled(
      MetricState state,
      Decision decision,
      Prepared before,
      Criterion by,
      Selecting selecting,
      Workers workers) {
    MetricState.Judged best = decision.best();
    boolean judgedByAll = judges(before.rows()) >= Math.min(Selection.ROWS, before.rows());
    if (!decision.last() || best.root().length == 0 || judgedByAll) {
      return decision;
    }
    if (options.given()) {
      Kernel kernel = best.selection().best().kernel();
      Selection given =
          selecting.of(
              best.t(),
              mapped(before, best.root(), kernel, workers),
              new OpenChoices(false, false, false));
      MetricState.Judged kept = new MetricState.Judged(best.t(), best.root(), given, best.score());
      return new Decision(kept, kept, true);
    }
    MetricState.Iterate first = state.iterates().get(0);
    double[] none = new double[0];
    Selection without =
        selecting.of(
            0,
            mapped(before, none, first.kernel(), workers),
            new OpenChoices(false, false, open.ridge()));
    Selection with =
        selecting.of(
            best.t(),
            mapped(before, best.root(), best.selection().best().kernel(), workers),
            new OpenChoices(false, openWidth(), open.ridge()));
    boolean better = by.of(with.best()) < (1 - NOISE) * by.of(without.best());
    MetricState.Judged kept =
        better
            ? new MetricState.Judged(best.t(), best.root(), with, best.score())
            : new MetricState.Judged(0, none, without, first.meanSquare());
    return new Decision(kept, kept, true);
  }

  /**
   * Decides after all metrics of a t have been judged.
   *
   * @param refines whether the metrics of this kind are refined in the end, which gains more than
   *     the last few steps to it
   */
  public Decision decide(MetricState state, boolean refines) {
    MetricState.Judged next = state.judged().get(0);
    for (MetricState.Judged full : state.judged().subList(1, state.judged().size())) {
      next = full.score() < (1 - NOISE) * next.score() ? full : next;
    }
    boolean refined = state.refined() != null;
    boolean better =
        options.given() || next.score() < (refined ? 1 - NOISE : 1) * state.best().score();
    MetricState.Judged best = better ? next : state.best();
    boolean last =
        refined
            || next.t() == options.mostIterations()
            || (!options.given()
                && (next.score() > (refines ? 1 - NEAR : WORSE) * state.best().score()
                    || stale(state.bestOfEach())));
    return new Decision(last ? best : next, best, last);
  }

  /** Whether the last few metrics are not better than the last one that was. */
  private static boolean stale(List<MetricState.Iterate> iterates) {
    double reached = Double.POSITIVE_INFINITY;
    int not = 0;
    for (MetricState.Iterate each : iterates) {
      boolean better = each.meanSquare() < (1 - NOISE) * reached;
      reached = better ? each.meanSquare() : reached;
      not = better ? 0 : not + 1;
    }
    return not >= PATIENCE;
  }
}
