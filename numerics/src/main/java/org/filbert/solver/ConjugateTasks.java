package org.filbert.solver;

import java.util.ArrayList;
import java.util.List;
import org.filbert.cost.Phase;
import org.filbert.data.Sample;
import org.filbert.linalg.Blas;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.train.ShardState;
import org.filbert.workers.Key;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** What the workers do for {@link Directions}, of which they know how they change fitted values. */
final class ConjugateTasks {
  /** The images of the last directions, the oldest first; during a block that of Δ at the end. */
  @SuppressWarnings("unchecked")
  private static final Key<List<Image>> IMAGES =
      (Key<List<Image>>) (Key<?>) Key.stored("directionImages", List.class);

  private ConjugateTasks() {}

  /** Z·s on the shard's rows. */
  record Image(Matrix train, List<Matrix> heldOut) {
    static Image zeros(Worker worker) {
      return new Image(
          zerosLike(worker.get(FittedValues.FITTED)),
          worker.get(FittedValues.SCORES).stream().map(Image::zerosLike).toList());
    }

    private static Matrix zerosLike(Matrix matrix) {
      return Matrix.zeros(Precision.DOUBLE, matrix.rows(), matrix.cols());
    }

    /** Subtracts an image, output by output. */
    void subtract(double[] factors, Image other) {
      ByColumn.subtract(train, factors, other.train);
      for (int i = 0; i < heldOut.size(); i++) {
        ByColumn.subtract(heldOut.get(i), factors, other.heldOut.get(i));
      }
    }

    void close() {
      train.close();
      heldOut.forEach(Matrix::close);
    }
  }

  /** Forgets all directions. */
  static void begin(Worker worker) {
    List<Image> images = worker.find(IMAGES);
    if (images != null) {
      images.forEach(Image::close);
    }
    worker.put(IMAGES, List.of());
  }

  /** Takes in the image of a block's Δ; answers those of the last directions and of Δ itself. */
  private static List<Image> takeIn(Worker worker, Image image) {
    List<Image> images = new ArrayList<>(worker.get(IMAGES));
    images.add(image);
    worker.put(IMAGES, images);
    return images;
  }

  /**
   * What a block's Δ would change.
   *
   * @param products the shard's part of ⟨Δ, s_j⟩, a row for each of the last directions, and of ⟨Δ,
   *     Δ⟩ in the last row; without what the penalty takes of the coefficients alone
   * @param heldOutSeconds that the held-out rows took
   */
  record Change(Matrix products, double heldOutSeconds) {}

  /** Z_b·Δ on all rows. */
  record Apply(int from, Matrix delta) implements Task<Change> {
    @Override
    public Phase phase() {
      return Phase.RESIDUAL;
    }

    @Override
    public Change run(Worker worker) {
      Image image = Image.zeros(worker);
      apply(worker, 0, worker.get(ShardState.TRAIN), image.train());
      Matrix products = products(worker, image, takeIn(worker, image));
      long start = System.nanoTime();
      worker.meter().run(Phase.SCORING, () -> score(worker, image));
      return new Change(products, (System.nanoTime() - start) / 1e9);
    }

    private Matrix products(Worker worker, Image image, List<Image> all) {
      List<Double> ridges = worker.get(ColumnTasks.SHARED).ridges();
      int k = delta.cols() / ridges.size();
      double[] weights = ShardState.weights(worker);
      Matrix products = Matrix.zeros(Precision.DOUBLE, all.size(), delta.cols());
      for (int j = 0; j < all.size(); j++) {
        double[] sums = ByColumn.dots(weights, image.train(), all.get(j).train());
        double[] penalties = ColumnTasks.landmarks(worker).weigh(from, delta, all.get(j).train());
        for (int c = 0; c < sums.length; c++) {
          sums[c] += ridges.get(c / k) * penalties[c];
        }
        products.write(j, j + 1, sums);
      }
      return products;
    }

    private void score(Worker worker, Image image) {
      List<Sample> heldOut = worker.get(ShardState.HELD_OUT);
      for (int i = 0; i < heldOut.size(); i++) {
        apply(worker, i + 1, heldOut.get(i), image.heldOut().get(i));
      }
    }

    private void apply(Worker worker, int number, Sample sample, Matrix out) {
      ColumnTasks.Shared shared = worker.get(ColumnTasks.SHARED);
      Blas blas = worker.backend().blas();
      try (Matrix step = delta.copy(shared.precision());
          Matrix part = Matrix.zeros(shared.precision(), ColumnBlocks.STRIP, delta.cols())) {
        ColumnTasks.columns(worker)
            .forEachStrip(
                number,
                sample.x(),
                from,
                shared.to(from),
                (i, z) -> {
                  Matrix product = part.rows(0, z.rows());
                  blas.gemm(false, false, 1, z, step, 0, product);
                  ByColumn.add(out.rows(i, i + z.rows()), 1, product);
                });
      }
    }
  }

  /** Makes the newest image that of s, and moves the fitted values and scores along it. */
  record Advance(Matrix conjugation, double[] lengths) implements Task<Boolean> {
    @Override
    public Phase phase() {
      return Phase.RESIDUAL;
    }

    @Override
    public Boolean run(Worker worker) {
      List<Image> images = new ArrayList<>(worker.get(IMAGES));
      Image newest = images.get(images.size() - 1);
      for (int j = 0; j < conjugation.rows(); j++) {
        newest.subtract(conjugation.row(j), images.get(j));
      }
      ByColumn.add(worker.get(FittedValues.FITTED), lengths, newest.train());
      List<Matrix> scores = worker.get(FittedValues.SCORES);
      for (int i = 0; i < scores.size(); i++) {
        ByColumn.add(scores.get(i), lengths, newest.heldOut().get(i));
      }
      while (images.size() > Directions.MOST) {
        images.remove(0).close();
      }
      worker.put(IMAGES, images);
      return true;
    }
  }
}
