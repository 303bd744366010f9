package org.filbert.solver;

import java.util.ArrayList;
import java.util.List;
import org.filbert.model.CurvePoint;
import org.filbert.train.Progress;
import org.filbert.train.Solver;

/**
 * What block coordinate descent remembers between two blocks.
 *
 * @param epoch the epoch under way, from 1
 * @param position blocks of this epoch that are done
 * @param targetNorm ‖Y‖ in the Frobenius norm
 * @param bestEpoch the epoch with the lowest validation error, 0 before the first
 * @param stopped whether there is nothing more to do
 */
public record DescentState(
    BlockLayout layout,
    int epochs,
    int epoch,
    int position,
    double seconds,
    double targetNorm,
    int bestEpoch,
    boolean stopped,
    List<CurvePoint> curve)
    implements Solver.State {
  public DescentState {
    curve = List.copyOf(curve);
  }

  DescentState afterBlock(double blockSeconds) {
    return new DescentState(
        layout,
        epochs,
        epoch,
        position + 1,
        seconds + blockSeconds,
        targetNorm,
        bestEpoch,
        stopped,
        curve);
  }

  DescentState afterEpoch(CurvePoint point, int newBestEpoch, boolean stop) {
    List<CurvePoint> longer = new ArrayList<>(curve);
    longer.add(point);
    return new DescentState(
        layout, epochs, epoch + 1, 0, seconds, targetNorm, newBestEpoch, stop, longer);
  }

  @Override
  public Progress progress() {
    return new Progress(epoch, epochs, position, layout.blocks(), seconds, bestEpoch, curve);
  }
}
