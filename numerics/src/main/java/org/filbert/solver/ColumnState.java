package org.filbert.solver;

import java.util.ArrayList;
import java.util.List;
import org.filbert.linalg.Matrix;
import org.filbert.model.CurvePoint;
import org.filbert.train.Progress;
import org.filbert.train.Solver;

/**
 * What {@link ColumnDescent} remembers between two blocks.
 *
 * @param epoch the epoch under way, from 1
 * @param position blocks of this epoch that are done
 * @param w coefficients, p×k
 * @param directions along which w came here
 * @param best the coefficients with the lowest validation error, no rows before there are any
 * @param targetNorm2 Σ ‖Z_bᵀY‖² over the blocks seen in the first epoch
 * @param gradientNorm2 Σ of the squared norms of this epoch's descent directions
 */
public record ColumnState(
    ColumnSystem system,
    double ridge,
    int blockSize,
    int rows,
    int epochs,
    int epoch,
    int position,
    double seconds,
    Matrix w,
    Directions directions,
    Matrix best,
    int bestEpoch,
    double targetNorm2,
    double gradientNorm2,
    boolean stopped,
    List<CurvePoint> curve)
    implements Solver.State {

  int blocks() {
    return (system.columns() - 1) / blockSize + 1;
  }

  ColumnState afterBlock(
      Directions.Step step, double blockSeconds, double target2, double gradient2) {
    return new ColumnState(
        system,
        ridge,
        blockSize,
        rows,
        epochs,
        epoch,
        position + 1,
        seconds + blockSeconds,
        step.w(),
        step.directions(),
        best,
        bestEpoch,
        targetNorm2 + target2,
        gradientNorm2 + gradient2,
        stopped,
        curve);
  }

  ColumnState afterEpoch(CurvePoint point, boolean improved, boolean stop) {
    List<CurvePoint> longer = new ArrayList<>(curve);
    longer.add(point);
    return new ColumnState(
        system,
        ridge,
        blockSize,
        rows,
        epochs,
        epoch + 1,
        0,
        seconds,
        w,
        directions,
        improved ? w : best,
        improved ? epoch : bestEpoch,
        targetNorm2,
        0,
        stop,
        List.copyOf(longer));
  }

  @Override
  public Progress progress() {
    return new Progress(epoch, epochs, position, blocks(), seconds, bestEpoch, curve);
  }
}
