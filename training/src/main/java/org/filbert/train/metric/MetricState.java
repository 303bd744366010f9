package org.filbert.train.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.filbert.kernel.Kernel;
import org.filbert.model.CurvePoint;
import org.filbert.selection.Candidate;
import org.filbert.selection.Selection;
import org.filbert.train.method.Progress;
import org.jspecify.annotations.Nullable;

/**
 * How far the learning of a metric is; see {@link MetricSearch}.
 *
 * @param roots metrics M_t, by their roots, that are still to be judged
 * @param judged those that have been, of the same t
 * @param best the best of all before
 * @param iterates all that have been judged, in this order
 * @param last whether the solution under way is the model's
 * @param widthInMedians the kernel's width in median distances; not a number where that is chosen
 *     anew for each metric, or there is none
 * @param solutions the most there will be
 * @param epochs of the solutions before
 * @param curve theirs
 * @param seconds theirs
 * @param rows training rows that the metric is learned from, where that is a sample; null where
 *     these are all, and in a state of an earlier version
 * @param refined the metric whose refinement is the last one of all; null before, and in a state of
 *     an earlier version
 */
public record MetricState(
    List<double[]> roots,
    List<Judged> judged,
    Judged best,
    List<Iterate> iterates,
    boolean last,
    double widthInMedians,
    int solutions,
    int epochs,
    List<CurvePoint> curve,
    double seconds,
    @Nullable Integer rows,
    @Nullable Judged refined) {
  public MetricState {
    roots = List.copyOf(roots);
    judged = List.copyOf(judged);
    iterates = List.copyOf(iterates);
    curve = List.copyOf(curve);
  }

  /**
   * A metric with its kernel and ridge.
   *
   * @param t number of solutions that it was learned from
   * @param root M^½; empty for I
   * @param score by rows that the solutions were held back from
   */
  public record Judged(int t, double[] root, Selection selection, double score) {}

  /** The forms of a metric that was judged. */
  enum Form {
    /** The identity, with which the learning begins. */
    NONE,
    /** A factor for each input. */
    DIAGONAL,
    /** A symmetric matrix. */
    FULL
  }

  /**
   * The score of a metric.
   *
   * @param t number of solutions that it was learned from
   * @param ridge that was chosen, or the best one of the run's
   * @param meanSquare what metrics are compared by: that of the leave-one-out residuals, or of
   *     classes the log-loss
   * @param misclassified see {@link org.filbert.selection.Candidate}
   */
  record Iterate(
      int t, Form form, Kernel kernel, double ridge, double meanSquare, double misclassified) {
    /** The same metric with another kernel and ridge. */
    Iterate with(Candidate other) {
      return new Iterate(t, form, other.kernel(), other.ridge(), meanSquare, misclassified);
    }
  }

  /** The refinement of a metric is to be judged. */
  MetricState refining(Judged of, double[] root) {
    return judging(List.of(root), of);
  }

  /** Number t of the metric that is judged next. */
  public int next() {
    return refined == null ? t() + (judged.isEmpty() ? 1 : 0) : refined.t() + 1;
  }

  /** Number t of the metric under way. */
  public int t() {
    return iterates.get(iterates.size() - 1).t();
  }

  /** The scores of all that have been judged. */
  public List<MetricScore> scores() {
    return iterates.stream().map(this::score).toList();
  }

  private MetricScore score(Iterate each) {
    return new MetricScore(
        each.t(),
        each.form().name().toLowerCase(Locale.ROOT),
        each.kernel(),
        each.ridge(),
        each.meanSquare(),
        each.t() == best.t() && each.meanSquare() == best.score());
  }

  /** The best of those of the same t, for each t. */
  List<Iterate> bestOfEach() {
    return bestOfEach(iterates);
  }

  private static List<Iterate> bestOfEach(List<Iterate> iterates) {
    List<Iterate> all = new ArrayList<>();
    for (Iterate each : iterates) {
      int end = all.size() - 1;
      if (end < 0 || all.get(end).t() < each.t()) {
        all.add(each);
      } else if (each.meanSquare() < all.get(end).meanSquare()) {
        all.set(end, each);
      }
    }
    return all;
  }

  /** The metrics that the best one was learned through, it last. */
  public List<MetricScore> path() {
    int end = iterates.size() - 1;
    boolean judgedRefined = refined != null && roots.isEmpty();
    int last = isRefined() ? best.t() - 1 : best.t();
    return Stream.concat(
            bestOfEach(judgedRefined ? iterates.subList(0, end) : iterates).stream()
                .filter(each -> each.t() <= last),
            isRefined() ? Stream.of(iterates.get(end)) : Stream.empty())
        .map(this::score)
        .toList();
  }

  /** Whether the best metric is the refinement of another one. */
  public boolean isRefined() {
    Iterate end = iterates.get(iterates.size() - 1);
    return refined != null
        && roots.isEmpty()
        && end.t() == best.t()
        && end.meanSquare() == best.score();
  }

  /** The solution under way; nothing while metrics are judged. */
  public Optional<SolutionStage> stage() {
    if (!roots.isEmpty() || !judged.isEmpty()) {
      return Optional.empty();
    }
    List<Iterate> all = bestOfEach();
    Iterate with =
        all.stream()
            .filter(each -> each.t() == (last ? best.t() : t()))
            .findFirst()
            .orElse(all.get(all.size() - 1));
    String form =
        with.form() == Form.NONE
            ? "no metric"
            : "a %s metric".formatted(with.form().name().toLowerCase(Locale.ROOT));
    return Optional.of(
        new SolutionStage(
            t() + 1,
            solutions,
            String.format(
                Locale.ROOT, "%s: a score of %.4g by left-out rows", form, with.meanSquare())));
  }

  public MetricState judging(List<double[]> candidates) {
    return judging(candidates, refined);
  }

  private MetricState judging(List<double[]> candidates, @Nullable Judged refinedOne) {
    return new MetricState(
        candidates,
        List.of(),
        best,
        iterates,
        last,
        widthInMedians,
        solutions,
        epochs,
        curve,
        seconds,
        rows,
        refinedOne);
  }

  /** The first of the roots has been judged. */
  MetricState judged(Judged next, Iterate iterate) {
    List<Judged> longer = new ArrayList<>(judged);
    longer.add(next);
    List<Iterate> all = new ArrayList<>(iterates);
    all.add(iterate);
    return new MetricState(
        roots.subList(1, roots.size()),
        longer,
        best,
        all,
        last,
        widthInMedians,
        solutions,
        epochs,
        curve,
        seconds,
        rows,
        refined);
  }

  /** The metric is known, and the model's solution, of more rows, is to begin. */
  public MetricState decided(Judged newBest) {
    return new MetricState(
        List.of(),
        List.of(),
        newBest,
        with(newBest),
        true,
        widthInMedians,
        t() + 1,
        epochs,
        curve,
        seconds,
        rows,
        refined);
  }

  private List<Iterate> with(Judged newBest) {
    return iterates.stream()
        .map(
            each ->
                each.t() == newBest.t() && each.meanSquare() == newBest.score()
                    ? each.with(newBest.selection().best())
                    : each)
        .toList();
  }

  /** A solution begins, after another one; the best metric may have another width and ridge. */
  public MetricState solving(Judged newBest, boolean ofModel, int epochsBefore, Progress before) {
    return new MetricState(
        List.of(),
        List.of(),
        newBest,
        with(newBest),
        ofModel,
        widthInMedians,
        ofModel ? t() + 1 : solutions,
        epochsBefore,
        before.curve(),
        before.trainSeconds(),
        rows,
        refined);
  }

  /** The progress of all solutions, with that of the one under way. */
  public Progress progress(Progress now) {
    List<CurvePoint> all = new ArrayList<>(curve);
    now.curve().forEach(point -> all.add(point.later(curve.size(), seconds)));
    return new Progress(
        epochs + now.epoch(),
        solutions * now.epochs(),
        now.step(),
        now.steps(),
        seconds + now.trainSeconds(),
        now.bestEpoch() == 0 ? 0 : curve.size() + now.bestEpoch(),
        all,
        now.loss());
  }
}
