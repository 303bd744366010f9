package org.filbert.online.recursive;

import org.filbert.model.NormalScores;
import org.filbert.model.RobustScaling;
import org.filbert.online.Columns;
import org.filbert.online.LearnerState;
import org.jspecify.annotations.Nullable;

/**
 * The state of a {@link RecursiveLearner} between two batches. The experts are with the workers.
 *
 * @param step rows learned from, those that were learned again, too
 * @param columns of the predictions
 * @param opening the first rows; null once there are enough of them
 * @param scaling of the rows; null until something is learned
 * @param vote of the experts
 * @param spread of regression targets
 * @param ranks that come before the scaling; null where they are not asked for
 * @param recent the last rows since the scaling was fitted; null before, and in states of earlier
 *     versions
 * @param untilSolved labelled rows that may come, at least, before an expert that is spread over
 *     the workers is solved for; null in states of earlier versions
 */
record RecursiveState(
    long step,
    Columns columns,
    @Nullable Opening opening,
    @Nullable RobustScaling scaling,
    Vote vote,
    Spread spread,
    @Nullable NormalScores ranks,
    @Nullable Recent recent,
    @Nullable Integer untilSolved)
    implements LearnerState {
  /** What is done to rows; null until something is learned. */
  @Nullable FittedRows fitted() {
    return scaling == null ? null : new FittedRows(ranks, scaling);
  }

  /** With columns that cover further classes. */
  RecursiveState with(Columns wider) {
    return new RecursiveState(
        step, wider, opening, scaling, vote, spread, ranks, recent, untilSolved);
  }

  RecursiveState with(Opening more) {
    return new RecursiveState(
        step, columns, more, scaling, vote, spread, ranks, recent, untilSolved);
  }

  RecursiveState with(FittedRows fitted, Recent newRecent) {
    return new RecursiveState(
        step,
        columns,
        opening,
        fitted.scaling(),
        vote,
        spread,
        fitted.ranks(),
        newRecent,
        untilSolved);
  }

  /** After rows of which some were learned from. */
  RecursiveState after(int learned, Vote newVote, Spread newSpread, int newUntilSolved) {
    return new RecursiveState(
        step + learned,
        columns,
        opening,
        scaling,
        newVote,
        newSpread,
        ranks,
        recent,
        newUntilSolved);
  }

  /** Before the first rows are learned from, with columns and a scaling that are fitted to them. */
  RecursiveState begun(@Nullable Opening newOpening, FittedRows fitted, Columns newColumns) {
    return new RecursiveState(
        step,
        newColumns,
        newOpening,
        fitted.scaling(),
        Vote.start(vote.losses().length),
        Spread.start(newColumns.count()),
        fitted.ranks(),
        null,
        null);
  }
}
