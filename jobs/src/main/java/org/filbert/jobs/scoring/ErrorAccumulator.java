package org.filbert.jobs.scoring;

import java.util.Arrays;
import java.util.List;
import org.filbert.model.Outputs;
import org.filbert.operators.scoring.ScoredBatch;

/** Accumulates the errors of predictions, batch by batch. */
sealed interface ErrorAccumulator {
  void add(ScoredBatch batch);

  /** Counts predicted and true classes. A row has k scores. */
  final class OfClasses implements ErrorAccumulator {
    private final int columns;
    private final long[][] confusion;

    OfClasses(int classes, int columns) {
      this.columns = columns;
      this.confusion = new long[classes][classes];
    }

    @Override
    public void add(ScoredBatch batch) {
      for (int i = 0; i < batch.count(); i++) {
        int predicted = Outputs.Classes.winner(batch.scores(), i * columns, columns);
        confusion[batch.labels()[i]][predicted]++;
      }
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

    OfNumbers(int columns) {
      this.columns = columns;
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
