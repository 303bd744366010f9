package org.filbert.jobs.scoring;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.filbert.calibration.Probabilities;
import org.filbert.metrics.ProbabilityErrors;
import org.filbert.metrics.Ranking;
import org.filbert.metrics.Rankings;
import org.filbert.model.Outputs;
import org.filbert.operators.scoring.ScoredBatch;
import org.jspecify.annotations.Nullable;

/** Accumulates the errors of predictions, batch by batch. */
sealed interface ErrorAccumulator {
  void add(ScoredBatch batch);

  /** Counts predicted and true classes, and measures scores and probabilities. */
  final class OfClasses implements ErrorAccumulator {
    private final int columns;
    private final @Nullable Probabilities probabilities;
    private final long[][] confusion;
    private final ProbabilityErrors errors = new ProbabilityErrors();
    private final Rankings rankings;

    /**
     * Begins without rows.
     *
     * @param columns number k of scores of a row
     * @param probabilities from scores; absent if the model has none
     */
    OfClasses(int classes, int columns, @Nullable Probabilities probabilities) {
      this.columns = columns;
      this.probabilities = probabilities;
      this.confusion = new long[classes][classes];
      this.rankings = new Rankings(columns);
    }

    @Override
    public void add(ScoredBatch batch) {
      for (int i = 0; i < batch.count(); i++) {
        int predicted = Outputs.Classes.winner(batch.scores(), i * columns, columns);
        int label = batch.labels()[i];
        confusion[label][predicted]++;
        double[] scores = Arrays.copyOfRange(batch.scores(), i * columns, (i + 1) * columns);
        if (probabilities == null) {
          rankings.add(scores, label);
        } else {
          double[] p = probabilities.of(scores);
          errors.add(p, label);
          rankings.add(columns == 1 ? scores : p, label);
        }
      }
    }

    /** How rows are ranked: by probabilities where there are several, else by scores. */
    Ranking ranking() {
      return rankings.mean();
    }

    /** Errors of the probabilities; none if the model has none. */
    Optional<ProbabilityErrors> probabilityErrors() {
      return probabilities == null ? Optional.empty() : Optional.of(errors);
    }

    /** Numbers of rows by true class, then predicted class. */
    long[][] confusion() {
      return Arrays.stream(confusion).map(long[]::clone).toArray(long[][]::new);
    }
  }

  /** Sums the errors of numbers. Targets are relative to the first, against cancellation. */
  final class OfNumbers implements ErrorAccumulator {
    private final int columns;
    private final double[] origin;
    private final double[] sum;
    private double squares;
    private final double[] squaredErrors;
    private double absoluteErrors;
    private long rows;
    private final double[] halfWidths;
    private final long[] covered;
    private final Residuals residuals = new Residuals();

    /**
     * Begins without rows.
     *
     * @param halfWidths of the interval of each target; none without intervals
     */
    OfNumbers(int columns, double[] halfWidths) {
      this.columns = columns;
      this.halfWidths = halfWidths;
      this.covered = new long[columns];
      this.origin = new double[columns];
      this.sum = new double[columns];
      this.squaredErrors = new double[columns];
    }

    @Override
    public void add(ScoredBatch batch) {
      for (int i = 0; i < batch.count(); i++, rows++) {
        for (int j = 0; j < columns; j++) {
          double truth = batch.targets()[i * columns + j];
          if (rows == 0) {
            origin[j] = truth;
          }
          double relative = truth - origin[j];
          double error = batch.scores()[i * columns + j] - truth;
          sum[j] += relative;
          squares += relative * relative;
          squaredErrors[j] += error * error;
          absoluteErrors += Math.abs(error);
          if (columns == 1) {
            residuals.add(batch.scores()[i], truth);
          }
          covered[j] += halfWidths.length > 0 && Math.abs(error) <= halfWidths[j] ? 1 : 0;
        }
      }
    }

    double rmse() {
      return Math.sqrt(Arrays.stream(squaredErrors).sum() / (rows * columns));
    }

    /** The RMSE of each column. */
    List<Double> rmseByColumn() {
      return Arrays.stream(squaredErrors).map(sum -> Math.sqrt(sum / rows)).boxed().toList();
    }

    /** The share of the rows within the interval, of each column; none without intervals. */
    List<Double> coverageByColumn() {
      return Arrays.stream(covered)
          .limit(halfWidths.length)
          .mapToObj(count -> (double) count / rows)
          .toList();
    }

    /** The width of the interval of each column; none without intervals. */
    List<Double> intervalWidths() {
      return Arrays.stream(halfWidths).mapToObj(half -> 2 * half).toList();
    }

    /** The differences by prediction, of a single column. */
    List<Evaluation.Band> residuals() {
      return residuals.bands();
    }

    double mae() {
      return absoluteErrors / (rows * columns);
    }

    /** 1 - Σ(f - y)² / Σ(y - ȳ)², over all columns; not finite if y is constant. */
    double rSquared() {
      double variation = squares;
      for (double total : sum) {
        variation -= total * total / rows;
      }
      return 1 - Arrays.stream(squaredErrors).sum() / variation;
    }
  }
}
