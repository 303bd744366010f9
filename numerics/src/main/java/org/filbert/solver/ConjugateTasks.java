package org.filbert.solver;

import java.util.ArrayList;
import java.util.List;
import org.filbert.cost.Phase;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.train.ShardState;
import org.filbert.workers.Key;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** What the workers know of {@link Directions}: how these change the fitted values. */
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
          BlockTasks.zerosLike(worker.get(ShardState.TRAIN)),
          worker.get(ShardState.HELD_OUT).stream().map(BlockTasks::zerosLike).toList());
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

  static void begin(Worker worker) {
    worker.put(IMAGES, List.of());
  }

  /**
   * Takes in the image of a block's Δ. Answers the shard's part of ⟨Δ, s_j⟩, a row for each
   * direction, and of ⟨Δ, Δ⟩ in the last row, but for what the penalty takes of the coefficients
   * alone.
   */
  static Matrix takeIn(
      Worker worker, LocalLandmarks landmarks, double ridge, int from, Matrix delta, Image image) {
    List<Image> images = new ArrayList<>(worker.get(IMAGES));
    images.add(image);
    worker.put(IMAGES, images);
    Matrix products = Matrix.zeros(Precision.DOUBLE, images.size(), delta.cols());
    for (int j = 0; j < images.size(); j++) {
      double[] sums = ByColumn.dots(image.train(), images.get(j).train());
      double[] penalties = landmarks.weigh(from, delta, images.get(j).train());
      for (int c = 0; c < sums.length; c++) {
        sums[c] += ridge * penalties[c];
      }
      products.write(j, j + 1, sums);
    }
    return products;
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
      ByColumn.add(worker.get(BlockTasks.FITTED), lengths, newest.train());
      List<Matrix> scores = worker.get(BlockTasks.SCORES);
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
