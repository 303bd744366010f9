package org.filbert.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.filbert.linalg.Matrix;
import org.filbert.model.CurvePoint;
import org.filbert.train.Candidate;

/**
 * The ridges of a run, solved side by side on one kernel matrix. Their coefficients and fitted
 * values stand beside each other in matrices of k columns for each member. A member that has
 * stopped stays as it is while the others go on.
 */
public record RidgePath(List<Member> members) {
  public RidgePath {
    members = List.copyOf(members);
  }

  /**
   * One ridge.
   *
   * @param ridge as added to the diagonal
   * @param bestEpoch the epoch whose coefficients are kept; 0 for the last one
   */
  public record Member(double ridge, int bestEpoch, boolean stopped, List<CurvePoint> curve) {
    public Member {
      curve = List.copyOf(curve);
    }

    private Member afterEpoch(Stopping stopping, CurvePoint point) {
      Patience patience = new Patience(stopping.patience(), curve, bestEpoch);
      boolean improved = patience.improvedBy(point.validationError());
      List<CurvePoint> longer = new ArrayList<>(curve);
      longer.add(point);
      return new Member(
          ridge,
          improved ? point.epoch() : bestEpoch,
          point.epoch() == stopping.epochs()
              || point.relativeResidual() <= stopping.tolerance()
              || patience.exhausted(point.epoch(), improved),
          longer);
    }
  }

  static RidgePath of(List<Double> ridges) {
    return new RidgePath(
        ridges.stream().map(ridge -> new Member(ridge, 0, false, List.of())).toList());
  }

  /** Numbers of the members that have not stopped. */
  List<Integer> active() {
    return numbers().filter(m -> !members.get(m).stopped()).boxed().toList();
  }

  boolean stopped() {
    return members.stream().allMatch(Member::stopped);
  }

  /** Takes a point for every member that has not stopped. */
  RidgePath afterEpoch(Stopping stopping, List<CurvePoint> points) {
    return new RidgePath(
        numbers()
            .mapToObj(
                m ->
                    members.get(m).stopped()
                        ? members.get(m)
                        : members.get(m).afterEpoch(stopping, points.get(m)))
            .toList());
  }

  /** Numbers of the members whose best epoch so far is the given one. */
  List<Integer> bestIn(int epoch) {
    return numbers().filter(m -> members.get(m).bestEpoch() == epoch).boxed().toList();
  }

  /** Number of the best member; see {@link Candidate#best}. */
  int best() {
    return members.size() == 1 ? 0 : Candidate.best(candidates());
  }

  Member bestMember() {
    return members.get(best());
  }

  List<Candidate> candidates() {
    return members.stream()
        .map(member -> new Candidate(null, member.ridge(), member.bestEpoch(), member.curve()))
        .toList();
  }

  private IntStream numbers() {
    return IntStream.range(0, members.size());
  }

  /** A view of one member's columns among those of all. */
  static Matrix columns(Matrix all, int member, int k) {
    return all.columns(member * k, (member + 1) * k);
  }
}
