package org.filbert.solver;

import java.util.List;
import org.filbert.model.CurvePoint;
import org.filbert.train.Candidate;
import org.filbert.train.Progress;
import org.filbert.train.Solver;

/**
 * What block coordinate descent remembers between two blocks.
 *
 * @param epoch the epoch under way, from 1
 * @param position blocks of this epoch that are done
 * @param targetNorm ‖Y‖ in the Frobenius norm
 */
public record DescentState(
    BlockLayout layout,
    int epochs,
    int epoch,
    int position,
    double seconds,
    double targetNorm,
    RidgePath path)
    implements Solver.State {

  /** Whether there is nothing more to do. */
  boolean stopped() {
    return path.stopped();
  }

  /** The curve of the best ridge. */
  public List<CurvePoint> curve() {
    return path.bestMember().curve();
  }

  /** The epoch that the best ridge's coefficients are of; 0 for the last one. */
  public int bestEpoch() {
    return path.bestMember().bestEpoch();
  }

  DescentState afterBlock(double blockSeconds) {
    return new DescentState(
        layout, epochs, epoch, position + 1, seconds + blockSeconds, targetNorm, path);
  }

  DescentState afterEpoch(RidgePath newPath) {
    return new DescentState(layout, epochs, epoch + 1, 0, seconds, targetNorm, newPath);
  }

  @Override
  public Progress progress() {
    return new Progress(epoch, epochs, position, layout.blocks(), seconds, bestEpoch(), curve());
  }

  @Override
  public List<Candidate> candidates() {
    return path.candidates();
  }
}
