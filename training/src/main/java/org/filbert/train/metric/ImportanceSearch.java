package org.filbert.train.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.filbert.data.DenseRows;
import org.filbert.data.Sample;
import org.filbert.kernel.Kernel;
import org.filbert.landmarks.Landmarks;
import org.filbert.model.Importances;
import org.filbert.model.InputColumns;
import org.filbert.model.LearnedMetric;
import org.filbert.plan.Plan;
import org.filbert.random.Purpose;
import org.filbert.shard.Prepared;
import org.filbert.train.rows.MedianDistance;
import org.filbert.workers.Workers;

/**
 * The level of noise of a learned metric's inputs, and its directions. A copy of every input, with
 * the rows in another order, has the same values and nothing to say. On a sample of {@value #ROWS}
 * training rows, with their d features and d features of copies, a diagonal metric is learned as
 * {@link MetricSearch} does, from M_0 = I: so an input without use and the copies are alike, and
 * with N copies it exceeds the ⌈0.95·(N + 1)⌉-th smallest in one case of twenty at most.
 *
 * <p>Where there are few inputs this is repeated with other copies, until N is {@value #COPIES};
 * importances of the inputs are means over the rounds. An input that became several columns is
 * compared by their mean. Copies that do not vary in the sample are left out.
 *
 * <p>The solutions are dense ones for the square loss, whatever the run's system and loss: the
 * kernel, its width in median distances and the ridge are the model's.
 */
public final class ImportanceSearch {
  /** Rows of the sample. */
  static final int ROWS = 1000;

  /** Copies of inputs, at least: the 38th of so many has 95 % below it. */
  static final int COPIES = 39;

  /** Iterations at most. */
  private static final int ITERATIONS = 3;

  private static final double LEVEL = 0.95;

  private final boolean centred;
  private final long seed;

  /**
   * A search.
   *
   * @param centred whether the mean gradient is subtracted
   */
  public ImportanceSearch(boolean centred, long seed) {
    this.centred = centred;
    this.seed = seed;
  }

  /** Whether there is a metric whose level of noise is not known yet. */
  public static boolean missing(Prepared prepared) {
    return prepared.preprocessing() instanceof LearnedMetric metric && metric.importances() == null;
  }

  /** The memory of a worker. */
  static Plan.Item memory(Prepared prepared) {
    long rows = Math.min(ROWS, prepared.rows());
    return new Plan.Item(
        "copies of inputs", 3 * rows * (2L * prepared.features() + rows) * Double.BYTES);
  }

  /**
   * The rows' properties with what was found. The workers have the metric's rows. Five supersteps.
   *
   * @param metric of the model
   */
  public Prepared found(Prepared prepared, MetricState.Judged metric, Workers workers) {
    LearnedMetric learned = (LearnedMetric) prepared.preprocessing();
    List<InputColumns> inputs = learned.inputs();
    Landmarks chosen = Landmarks.atMost(workers, ROWS, seed, Purpose.METRIC_SAMPLE);
    ImportanceTasks.Piece rows = unmapped(chosen.positions(), workers);
    Kernel kernel = prepared.kernel();
    ImportanceTasks.Learn learn =
        new ImportanceTasks.Learn(
            rows.sample().x(),
            rows.sample().y(),
            rows.weights(),
            kernel,
            widthInMedians(kernel, (DenseRows) chosen.x()),
            metric.selection().best().ridge(),
            inputs.stream().map(input -> new int[] {input.from(), input.to()}).toList(),
            Math.min(metric.t(), ITERATIONS),
            (COPIES + inputs.size() - 1) / inputs.size(),
            centred,
            seed);
    List<double[]> rounds = workers.gather(learn).stream().flatMap(List::stream).toList();
    List<Importances.Direction> directions =
        learned.full()
            ? workers.at(0, new ImportanceTasks.Directions(learned.root(), prepared.features()))
            : List.of();
    return prepared.with(learned.with(importances(rounds, inputs, directions)), kernel);
  }

  /** The rows at the given positions as they were encoded, in that order. */
  static ImportanceTasks.Piece unmapped(long[] positions, Workers workers) {
    List<ImportanceTasks.Piece> pieces = workers.gather(new ImportanceTasks.Unmapped(positions));
    Sample all = Sample.concat(pieces.stream().map(ImportanceTasks.Piece::sample).toList());
    double[] weights =
        pieces.stream().flatMapToDouble(piece -> Arrays.stream(piece.weights())).toArray();
    int[] order = all.placesOf(positions);
    return new ImportanceTasks.Piece(
        all.select(order), Arrays.stream(order).mapToDouble(place -> weights[place]).toArray());
  }

  private static double widthInMedians(Kernel kernel, DenseRows mapped) {
    if (kernel.width().isEmpty()) {
      return Double.NaN;
    }
    double median = ImportanceTasks.median(mapped, kernel.power());
    return MedianDistance.isWidth(median) ? kernel.width().getAsDouble() / median : 1;
  }

  /**
   * The level of noise.
   *
   * @param rounds of each the shares of the d features and those of their copies
   */
  static Importances importances(
      List<double[]> rounds, List<InputColumns> inputs, List<Importances.Direction> directions) {
    double[] shares = new double[inputs.size()];
    List<Double> copies = new ArrayList<>();
    for (double[] round : rounds) {
      int d = round.length / 2;
      double[] ofCopies = Arrays.copyOfRange(round, d, 2 * d);
      for (int i = 0; i < shares.length; i++) {
        InputColumns input = inputs.get(i);
        shares[i] += input.sum(round) / rounds.size();
        double copy = input.sum(ofCopies) / input.count();
        if (copy > 0) {
          copies.add(copy);
        }
      }
    }
    double[] sorted = copies.stream().mapToDouble(copy -> copy).sorted().toArray();
    int rank = (int) Math.ceil(LEVEL * (sorted.length + 1));
    double level = sorted.length == 0 ? 0 : sorted[Math.min(rank, sorted.length) - 1];
    double[] noise = inputs.stream().mapToDouble(input -> level * input.count()).toArray();
    return new Importances(shares, noise, directions);
  }
}
