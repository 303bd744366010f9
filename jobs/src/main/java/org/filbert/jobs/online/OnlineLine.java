package org.filbert.jobs.online;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.filbert.online.progressive.Opponent;
import org.filbert.online.progressive.ProgressiveError;
import org.filbert.online.progressive.Report;
import org.filbert.online.progressive.StreamStatistics;
import org.filbert.table.TableCounts;
import org.jspecify.annotations.Nullable;

/**
 * A line of the progressive table. Errors are misclassified shares or root mean squared errors.
 * They are absent if no row has been counted.
 *
 * @param instances received
 * @param labelled received instances with a label
 * @param seconds of wall-clock time since the run started
 * @param error over all labelled rows
 * @param errorSinceLast over labelled rows since the last line
 * @param errorInWindow over the fading window
 * @param baselines errors of the baselines, by name
 * @param drifts changes of the stream that were detected
 * @param setbacks number of times that the steps diverged and were halved
 * @param steps number of learned batches
 * @param modelBytes of the coefficients
 * @param reuse share of the steps that updated an old block
 * @param instancesPerSecond since the last line
 * @param farRows rows that have a value far from 0 beside the kernel's width
 * @param cells what was met in the cells of the rows; left out if these are numbers
 * @param weights of the experts, mean of about the last 500 labelled rows; left out if there are
 *     none
 * @param notices what is wrong with the run, in a sentence each; left out if nothing is
 * @param shares of the inputs that the model looks at most, by their names, the largest first; left
 *     out unless asked for
 * @param historyEnd whether the history ends here and what follows is live; left out if not
 * @param lagMillis time from the arrival of the last batch's first row until the batch is learned
 */
record OnlineLine(
    long instances,
    long labelled,
    double seconds,
    @Nullable Double error,
    @Nullable Double errorSinceLast,
    @Nullable Double errorInWindow,
    Map<String, Errors> baselines,
    int drifts,
    int setbacks,
    long steps,
    int blocks,
    long modelBytes,
    double stepSize,
    @Nullable Double reuse,
    double instancesPerSecond,
    long lagMillis,
    long deadLetters,
    long farRows,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable TableCounts cells,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable List<Double> weights,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable List<String> notices,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable Map<String, Double> shares,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean historyEnd) {

  static final int MOST = 2000;

  OnlineLine {
    weights = weights == null ? List.of() : List.copyOf(weights); // absent in earlier files
    notices = notices == null ? List.of() : List.copyOf(notices); // absent in earlier files
    shares = shares == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(shares));
  }

  @Override
  public List<Double> weights() {
    return weights == null ? List.of() : weights;
  }

  @Override
  public List<String> notices() {
    return notices == null ? List.of() : notices;
  }

  @Override
  public Map<String, Double> shares() {
    return shares == null ? Map.of() : shares;
  }

  /** Errors of a baseline. */
  record Errors(@Nullable Double error, @Nullable Double errorInWindow) {}

  /** Measurements that are not in the run's state. */
  record Pace(double seconds, double instancesPerSecond, long lagMillis, long deadLetters) {}

  static OnlineLine of(
      Report.Progress progress, Pace pace, boolean classes, ExplainedInputs inputs) {
    StreamStatistics statistics = progress.statistics();
    Map<String, Errors> baselines = new LinkedHashMap<>();
    for (Opponent opponent : statistics.opponents()) {
      ProgressiveError error = opponent.error();
      baselines.put(
          opponent.baseline().name(),
          new Errors(known(error.overall(), classes), known(error.faded(), classes)));
    }
    ProgressiveError error = statistics.error();
    return new OnlineLine(
        statistics.rows(),
        error.rows(),
        pace.seconds(),
        known(error.overall(), classes),
        known(error.recent(), classes),
        known(error.faded(), classes),
        baselines,
        statistics.drifts(),
        statistics.model().setbacks(),
        statistics.model().steps(),
        statistics.model().blocks(),
        statistics.model().bytes(),
        statistics.model().stepSize(),
        known(statistics.model().reuse(), true),
        pace.instancesPerSecond(),
        pace.lagMillis(),
        pace.deadLetters(),
        statistics.farRows(),
        statistics.cells(),
        statistics.model().weights(),
        progress.notices(),
        inputs.largest(progress.shares()),
        false);
  }

  OnlineLine withDeadLetters(long count) {
    return with(count, historyEnd);
  }

  OnlineLine atHistoryEnd() {
    return with(deadLetters, true);
  }

  private OnlineLine with(long rejected, boolean endsHistory) {
    return new OnlineLine(
        instances,
        labelled,
        seconds,
        error,
        errorSinceLast,
        errorInWindow,
        baselines,
        drifts,
        setbacks,
        steps,
        blocks,
        modelBytes,
        stepSize,
        reuse,
        instancesPerSecond,
        lagMillis,
        rejected,
        farRows,
        cells,
        weights,
        notices,
        shares,
        endsHistory);
  }

  private static @Nullable Double known(double value, boolean asItIs) {
    if (!Double.isFinite(value)) {
      return null;
    }
    return asItIs ? value : Math.sqrt(value);
  }

  /** The table, whose last line is that of the end of the history. */
  static List<OnlineLine> endHistory(List<OnlineLine> lines) {
    List<OnlineLine> ended = new ArrayList<>(lines);
    ended.set(lines.size() - 1, lines.get(lines.size() - 1).atHistoryEnd());
    return List.copyOf(ended);
  }

  /**
   * The table with one more line. It has at most {@link #MOST}, as a run may have no end: when it
   * is full, every second line of the older half is dropped, so that older lines are sparser.
   */
  static List<OnlineLine> append(List<OnlineLine> lines, OnlineLine next) {
    List<OnlineLine> more = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.size() < MOST || i >= MOST / 2 || i % 2 == 0) {
        more.add(lines.get(i));
      }
    }
    more.add(next);
    return List.copyOf(more);
  }
}
