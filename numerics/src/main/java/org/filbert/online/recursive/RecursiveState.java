package org.filbert.online.recursive;

import org.filbert.model.RobustScaling;
import org.filbert.online.Columns;
import org.filbert.online.LearnerState;
import org.jspecify.annotations.Nullable;

/**
 * The state of a {@link RecursiveLearner} between two batches. The experts are with the workers.
 *
 * @param step batches learned from
 * @param columns of the predictions
 * @param opening the first rows; null once there are enough of them
 * @param scaling of the rows; null until something is learned
 * @param vote of the experts
 * @param spread of regression targets
 */
record RecursiveState(
    long step,
    Columns columns,
    @Nullable Opening opening,
    @Nullable RobustScaling scaling,
    Vote vote,
    Spread spread)
    implements LearnerState {
  /** With columns that cover further classes. */
  RecursiveState with(Columns wider) {
    return new RecursiveState(step, wider, opening, scaling, vote, spread);
  }

  RecursiveState with(Opening more) {
    return new RecursiveState(step, columns, more, scaling, vote, spread);
  }

  /** After a batch that was learned from. */
  RecursiveState after(Vote newVote, Spread newSpread) {
    return new RecursiveState(step + 1, columns, opening, scaling, newVote, newSpread);
  }

  /** Before the first rows are learned from, with columns and a scaling that are fitted to them. */
  RecursiveState begun(@Nullable Opening newOpening, RobustScaling newScaling, Columns newColumns) {
    return new RecursiveState(
        step,
        newColumns,
        newOpening,
        newScaling,
        Vote.start(vote.losses().length),
        Spread.start(newColumns.count()));
  }
}
