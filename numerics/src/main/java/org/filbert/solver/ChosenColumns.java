package org.filbert.solver;

import org.filbert.features.FeatureMap;
import org.filbert.features.Hashing;
import org.filbert.features.RandomFourier;
import org.filbert.landmarks.Landmarks;
import org.filbert.solver.ColumnDescent.Columns;
import org.filbert.solver.ColumnDescent.Options;
import org.filbert.solver.ColumnDescent.Sampling;
import org.filbert.train.Prepared;
import org.filbert.workers.Workers;

/** What the options of {@link ColumnDescent} become with the data at hand. */
final class ChosenColumns {
  private ChosenColumns() {}

  static ColumnSystem of(Options options, Prepared prepared, Workers workers) {
    Columns columns = options.columns();
    return columns instanceof Columns.Nystrom nystrom
        ? landmarks(nystrom, options, prepared, workers)
        : new ColumnSystem.Features(features(columns, options, prepared));
  }

  private static FeatureMap features(Columns columns, Options options, Prepared prepared) {
    return columns instanceof Columns.Fourier fourier
        ? new RandomFourier(
            options.kernel(), prepared.features(), columns.count(), options.seed(), fourier.form())
        : new Hashing(prepared.features(), columns.count(), options.seed());
  }

  private static ColumnSystem.Landmarks landmarks(
      Columns.Nystrom nystrom, Options options, Prepared prepared, Workers workers) {
    int p = nystrom.count();
    if (p > prepared.rows()) {
      throw new IllegalArgumentException(
          "landmarks is " + p + ", must be at most the number of training rows " + prepared.rows());
    }
    Landmarks chosen =
        nystrom.sampling() == Sampling.UNIFORM
            ? Landmarks.uniform(workers, p, options.seed())
            : Landmarks.pivoted(workers, options.kernel(), p, options.seed());
    Landmarks arranged = chosen.arranged(workers, options.kernel(), options.blockSize());
    return new ColumnSystem.Landmarks(
        options.kernel(), arranged.x(), arranged.positions(), nystrom.gamma());
  }
}
