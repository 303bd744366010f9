package org.filbert.jobs.training.tuning;

import java.util.List;
import java.util.stream.IntStream;
import org.filbert.jobs.training.report.PathEntry;
import org.filbert.jobs.training.report.Summary;
import org.jspecify.annotations.Nullable;

/**
 * What came of a training of some trials, as it is kept in its directory.
 *
 * @param fingerprint of its configuration
 * @param members one for each trial; none if it failed
 * @param seconds of training
 * @param failure why there is no result
 */
record TrialResult(
    String fingerprint, List<Member> members, double seconds, @Nullable String failure) {
  /**
   * One trial.
   *
   * @param loss what validation rows choose by
   * @param epoch up to the best one
   * @param kept whether the training's model is of this trial
   */
  record Member(double loss, @Nullable Double validationError, int epoch, boolean kept) {}

  TrialResult {
    members = List.copyOf(members);
  }

  static TrialResult of(String fingerprint, Summary summary) {
    List<PathEntry> path = summary.path();
    List<Member> members =
        path == null
            ? List.of(
                new Member(
                    loss(summary.loss()),
                    summary.validationError() != null
                        ? summary.validationError()
                        : summary.validationRmse(),
                    summary.bestEpoch() == 0 ? summary.epochs() : summary.bestEpoch(),
                    true))
            : path.stream()
                .map(
                    entry ->
                        new Member(
                            loss(entry.loss()),
                            entry.validationError() != null
                                ? entry.validationError()
                                : entry.validationRmse(),
                            entry.epoch(),
                            entry.chosen()))
                .toList();
    return new TrialResult(fingerprint, members, summary.trainSeconds(), null);
  }

  private static double loss(@Nullable Double loss) {
    if (loss == null) {
      throw new IllegalStateException("a trial has no scored validation rows");
    }
    return loss;
  }

  static TrialResult failed(String fingerprint, String failure) {
    return new TrialResult(fingerprint, List.of(), 0, failure);
  }

  /**
   * The mean over the folds of a trial.
   *
   * @param member its number among those of the training
   */
  static Member mean(List<TrialResult> folds, int member) {
    if (folds.size() == 1) {
      return folds.get(0).members().get(member);
    }
    List<Member> all = folds.stream().map(fold -> fold.members().get(member)).toList();
    Double error = 0.0;
    for (Member each : all) {
      error =
          error == null || each.validationError() == null ? null : error + each.validationError();
    }
    return new Member(
        all.stream().mapToDouble(Member::loss).sum() / all.size(),
        error == null ? null : error / all.size(),
        (int) Math.round(all.stream().mapToInt(Member::epoch).average().orElseThrow()),
        all.get(0).kept());
  }

  /** Whether it has the results of so many trials, or a failure. */
  boolean isOf(String configuration, int trials) {
    return fingerprint.equals(configuration)
        && (failure != null || members.size() == trials)
        && IntStream.range(0, members.size()).allMatch(i -> !Double.isNaN(members.get(i).loss()));
  }
}
