package org.filbert.solver;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.train.Candidate;
import org.filbert.train.Progress;
import org.filbert.train.Solver;

/**
 * What {@link ColumnDescent} remembers between two blocks.
 *
 * @param epoch the epoch under way, from 1
 * @param position blocks of this epoch that are done
 * @param w coefficients, p×k for each ridge, side by side
 * @param directions along which w came here
 * @param best each ridge's coefficients with the lowest validation error, no rows before there are
 *     any
 * @param targetNorm2 Σ ‖Z_bᵀY‖² over the blocks seen in the first epoch
 * @param gradientNorm2 Σ of the squared norms of this epoch's descent directions, for each ridge
 */
public record ColumnState(
    ColumnSystem system,
    int blockSize,
    int rows,
    int epochs,
    int epoch,
    int position,
    double seconds,
    Matrix w,
    Directions directions,
    Matrix best,
    double targetNorm2,
    List<Double> gradientNorm2,
    RidgePath path)
    implements Solver.State {

  int blocks() {
    return (system.columns() - 1) / blockSize + 1;
  }

  ColumnPenalty penalty() {
    return new ColumnPenalty(system, path);
  }

  /** Whether there is nothing more to do. */
  boolean stopped() {
    return path.stopped();
  }

  /** One ridge's columns. */
  Matrix ofMember(Matrix all, int member) {
    return RidgePath.columns(all, member, all.cols() / path.members().size());
  }

  /** ‖M‖² in the Frobenius norm. */
  static double norm2(Matrix matrix) {
    double sum = 0;
    for (double value : matrix.toArray()) {
      sum += value * value;
    }
    return sum;
  }

  ColumnState afterBlock(
      Directions.Step step, double blockSeconds, double target2, Matrix direction) {
    List<Double> sums =
        IntStream.range(0, gradientNorm2.size())
            .mapToObj(m -> gradientNorm2.get(m) + norm2(ofMember(direction, m)))
            .toList();
    return new ColumnState(
        system,
        blockSize,
        rows,
        epochs,
        epoch,
        position + 1,
        seconds + blockSeconds,
        step.w(),
        step.directions(),
        best,
        targetNorm2 + target2,
        sums,
        path);
  }

  ColumnState afterEpoch(RidgePath newPath) {
    return new ColumnState(
        system,
        blockSize,
        rows,
        epochs,
        epoch + 1,
        0,
        seconds,
        w,
        directions,
        bestAfter(newPath.bestIn(epoch)),
        targetNorm2,
        Collections.nCopies(gradientNorm2.size(), 0.0),
        newPath);
  }

  private Matrix bestAfter(List<Integer> improved) {
    if (improved.isEmpty()) {
      return best;
    }
    Matrix newBest = (best.rows() > 0 ? best : w).copy(Precision.DOUBLE);
    improved.forEach(m -> ofMember(newBest, m).assign(ofMember(w, m)));
    return newBest;
  }

  @Override
  public Progress progress() {
    RidgePath.Member member = path.bestMember();
    return new Progress(
        epoch, epochs, position, blocks(), seconds, member.bestEpoch(), member.curve());
  }

  @Override
  public List<Candidate> candidates() {
    return path.candidates();
  }
}
