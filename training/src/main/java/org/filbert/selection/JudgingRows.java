package org.filbert.selection;

import java.util.Arrays;
import java.util.List;
import org.filbert.data.Rows;
import org.filbert.landmarks.Landmarks;
import org.filbert.linalg.Matrix;
import org.filbert.random.Purpose;
import org.filbert.workers.Workers;

/**
 * A seeded sample of training rows that candidates are judged by. The driver holds it.
 *
 * @param x preprocessed
 * @param y their targets
 * @param weights of the rows in the loss
 * @param own weights of the rows by themselves, whatever those of their classes
 */
public record JudgingRows(Rows x, Matrix y, double[] weights, double[] own)
    implements AutoCloseable {
  /** At most so many rows. Four supersteps, as a rule. */
  public static JudgingRows of(int most, long seed, Purpose purpose, Workers workers) {
    Landmarks sample = Landmarks.atMost(workers, most, seed, purpose);
    List<SelectionTasks.Piece> pieces =
        workers.gather(new SelectionTasks.Targets(sample.positions()));
    int[] places = new int[sample.positions().length];
    int at = 0;
    for (SelectionTasks.Piece piece : pieces) {
      for (int index : piece.indices()) {
        places[index] = at++;
      }
    }
    double[] weights =
        pieces.stream().flatMapToDouble(piece -> Arrays.stream(piece.weights())).toArray();
    double[] own = pieces.stream().flatMapToDouble(piece -> Arrays.stream(piece.own())).toArray();
    return new JudgingRows(
        sample.x(),
        Matrix.concat(pieces.stream().map(SelectionTasks.Piece::y).toList()).select(places),
        Arrays.stream(places).mapToDouble(place -> weights[place]).toArray(),
        Arrays.stream(places).mapToDouble(place -> own[place]).toArray());
  }

  int count() {
    return x.count();
  }

  /** Σ w·(y - s)² / Σ w over rows and outputs, of scores s and the rows' own weights w. */
  public double meanSquare(Matrix scores) {
    double sum = 0;
    double weight = 0;
    for (int i = 0; i < count(); i++) {
      for (int c = 0; c < y.cols(); c++) {
        double residual = y.get(i, c) - scores.get(i, c);
        sum += own[i] * residual * residual;
      }
      weight += own[i];
    }
    return sum / weight;
  }

  @Override
  public void close() {
    y.close();
  }
}
