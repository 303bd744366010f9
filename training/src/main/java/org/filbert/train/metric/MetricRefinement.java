package org.filbert.train.metric;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.Rows;
import org.filbert.kernel.DifferentiableKernel;
import org.filbert.kernel.FactorGradients;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.MetricOptions;
import org.filbert.kernel.MetricOptions.Learn;
import org.filbert.landmarks.Landmarks;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.plan.Plan;
import org.filbert.random.Purpose;
import org.filbert.selection.Candidate;
import org.filbert.shard.Prepared;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;
import org.filbert.workers.Workers;

/**
 * The refinement of a diagonal metric: its factors and the ridge that minimise the leave-one-out
 * error of a sample of training rows, by its gradient, from the metric that the average outer
 * product of gradients says. That one weighs an input by how much the solution changes along it;
 * for an error what counts is how fast it does.
 */
public final class MetricRefinement {
  /** Rows of the sample, at most. */
  static final int ROWS = 1500;

  /** Evaluations of the error and its gradient, at most. */
  private static final int EVALUATIONS = 30;

  /** The least factor that a refinement begins with, as a part of the largest. */
  private static final double LEAST_START = 1e-5;

  /** The least factor in the end, likewise. */
  private static final double LEAST = 1e-9;

  private final MetricOptions options;
  private final long seed;

  /** The refinement of a search. */
  public MetricRefinement(MetricOptions options, long seed) {
    this.options = options;
    this.seed = seed;
  }

  /** Whether a metric is to be refined at the end of a choice: a diagonal one, or none. */
  public boolean wanted(MetricState state, MetricState.Judged best, Prepared prepared) {
    return state.refined() == null
        && !options.given()
        && options.refined()
        && (options.learn() == Learn.DIAGONAL || options.learn() == Learn.AUTO)
        && best.root().length <= prepared.features()
        && FactorGradients.has(best.selection().best().kernel());
  }

  /** The memory of the first worker: A, which becomes its inverse, G and slopes, n × n. */
  static Plan.Item memory(Prepared prepared) {
    long n = Math.min(ROWS, prepared.rows());
    return new Plan.Item(
        "refinement of the metric", n * (3 * n + 2L * prepared.features()) * Double.BYTES);
  }

  /** Whether the solution under way is the last of those that were given, of a refined metric. */
  public boolean wantedGiven(MetricState state) {
    return options.given() && options.refined() && state.t() == options.mostIterations() - 1;
  }

  /**
   * The state with the refinement of a metric, which is to be judged. Six supersteps.
   *
   * @param leastRidge that solutions may have
   */
  public MetricState of(
      MetricState state,
      MetricState.Judged judged,
      Prepared prepared,
      double leastRidge,
      Workers workers) {
    int judges = MetricSearch.judges(prepared.rows());
    long[] held = Landmarks.positions(workers, judges, seed, Purpose.SELECTION_SAMPLE);
    long[] drawn = Landmarks.positions(workers, judges + ROWS, seed, Purpose.METRIC_SAMPLE);
    ImportanceTasks.Piece rows = ImportanceSearch.unmapped(free(drawn, held), workers);
    Candidate best = judged.selection().best();
    double[] root =
        workers.at(
            0,
            new Refine(
                rows.sample().x(),
                rows.sample().y(),
                rows.weights(),
                judged.root(),
                best.kernel(),
                best.ridge(),
                leastRidge,
                MetricSearch.shared(MetricSearch.unmapped(prepared.preprocessing()))));
    return state.refining(judged, root);
  }

  /** Positions that are not held back, the first {@value #ROWS} of them. */
  static long[] free(long[] positions, long[] held) {
    Set<Long> judges = Arrays.stream(held).boxed().collect(Collectors.toSet());
    return Arrays.stream(positions)
        .filter(position -> !judges.contains(position))
        .limit(ROWS)
        .toArray();
  }

  /**
   * M^½ of the refined metric, divided by its largest element.
   *
   * @param x rows as they were encoded
   * @param y their targets
   * @param weights in the loss
   * @param root to begin with, of a diagonal metric; empty for I
   * @param kernel of the rows as the root maps them
   * @param ridge to begin with
   * @param leastRidge that a solution may have
   * @param shared inputs that share a factor; the others have their own
   */
  @InPhase(Phase.FACTOR)
  record Refine(
      Rows x,
      Matrix y,
      double[] weights,
      double[] root,
      Kernel kernel,
      double ridge,
      double leastRidge,
      List<int[]> shared)
      implements Task<double[]> {
    @Override
    public double[] run(Worker worker) {
      double[][] rows = IntStream.range(0, x.count()).mapToObj(x::row).toArray(double[][]::new);
      List<int[]> groups = groups();
      try (Matrix targets = y.copy(Precision.DOUBLE)) {
        LeftOutLoss loss =
            new LeftOutLoss(
                rows, targets, weights, groups, (DifferentiableKernel) kernel, worker.backend());
        double[] start = new double[groups.size() + 1];
        double[] least = new double[start.length];
        double largest = root.length == 0 ? 1 : Arrays.stream(root).max().orElse(1);
        for (int g = 0; g < groups.size(); g++) {
          double factor = root.length == 0 ? 1 : root[groups.get(g)[0]];
          start[g] = 2 * Math.log(Math.max(factor, Math.sqrt(LEAST_START) * largest));
          least[g] = Math.log(LEAST * largest * largest);
        }
        least[groups.size()] = Math.log(leastRidge);
        start[groups.size()] = Math.log(Math.max(ridge, leastRidge));
        Descent.Point best = new Descent(loss, least).from(start, EVALUATIONS);
        double[] refined = loss.root(best.variables());
        double most = Arrays.stream(refined).max().orElse(1);
        return Arrays.stream(refined).map(value -> value / most).toArray();
      }
    }

    private List<int[]> groups() {
      boolean[] taken = new boolean[x.features()];
      shared.forEach(inputs -> IntStream.of(inputs).forEach(f -> taken[f] = true));
      return Stream.concat(
              shared.stream(),
              IntStream.range(0, taken.length).filter(f -> !taken[f]).mapToObj(f -> new int[] {f}))
          .toList();
    }
  }
}
