package org.filbert.train;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.filbert.model.CurvePoint;
import org.filbert.solver.Stopping;
import org.filbert.train.method.Trial;
import org.jspecify.annotations.Nullable;

/**
 * The ridges of a run, solved side by side on one system. A ridge that has stopped keeps its
 * coefficients while the others go on.
 */
record RidgePath(List<Member> members) {
  RidgePath {
    members = List.copyOf(members);
  }

  /**
   * One ridge.
   *
   * @param ridge as added to the diagonal
   * @param bestEpoch the epoch whose coefficients are kept; 0 for the last one
   * @param loss by which it is the best one; null without, and in a state of an earlier version
   */
  record Member(
      double ridge, int bestEpoch, boolean stopped, List<CurvePoint> curve, @Nullable Double loss) {
    public Member {
      curve = List.copyOf(curve);
    }

    private Member afterEpoch(
        Stopping stopping, CurvePoint point, double reached, boolean believed, boolean finished) {
      boolean improved = improvedBy(reached);
      List<CurvePoint> longer = new ArrayList<>(curve);
      longer.add(point);
      return new Member(
          ridge,
          improved ? point.epoch() : bestEpoch,
          solved(stopping, point, believed, finished)
              || (stopping.patience() > 0
                  && !improved
                  && point.validationError() != null
                  && point.epoch() - bestEpoch >= stopping.patience()),
          longer,
          improved ? (Double) reached : loss);
    }

    /** Whether a ridge ends here whatever its errors are. */
    private static boolean solved(
        Stopping stopping, CurvePoint point, boolean believed, boolean finished) {
      return finished
          || point.epoch() == stopping.epochs()
          || (believed && point.relativeResidual() <= stopping.tolerance());
    }

    /** Whether a loss, which is no number without validation rows, is lower than all before it. */
    private boolean improvedBy(double reached) {
      Double best =
          loss != null || bestEpoch == 0 ? loss : curve.get(bestEpoch - 1).validationError();
      return !Double.isNaN(reached) && (best == null || reached < best);
    }
  }

  static RidgePath of(List<Double> ridges) {
    return new RidgePath(
        ridges.stream().map(ridge -> new Member(ridge, 0, false, List.of(), null)).toList());
  }

  /** Numbers of the members that have not stopped. */
  List<Integer> active() {
    return numbers().filter(m -> !members.get(m).stopped()).boxed().toList();
  }

  boolean stopped() {
    return members.stream().allMatch(Member::stopped);
  }

  /**
   * Takes a point for every member that has not stopped.
   *
   * @param losses by which validation rows choose; not numbers where they were not scored
   * @param believed whether the residuals are those of the coefficients
   * @param finished whether the solver has a member's solution
   */
  RidgePath afterEpoch(
      Stopping stopping,
      List<CurvePoint> points,
      List<Double> losses,
      boolean believed,
      IntPredicate finished) {
    return new RidgePath(
        numbers()
            .mapToObj(
                m ->
                    members.get(m).stopped()
                        ? members.get(m)
                        : members
                            .get(m)
                            .afterEpoch(
                                stopping, points.get(m), losses.get(m), believed, finished.test(m)))
            .toList());
  }

  /** Whether a member ends with these points whatever its errors are; see {@link #afterEpoch}. */
  boolean solves(
      Stopping stopping, List<CurvePoint> points, boolean believed, IntPredicate finished) {
    return active().stream()
        .anyMatch(m -> Member.solved(stopping, points.get(m), believed, finished.test(m)));
  }

  /** Numbers of the members whose best epoch so far is the given one. */
  List<Integer> bestIn(int epoch) {
    return numbers().filter(m -> members.get(m).bestEpoch() == epoch).boxed().toList();
  }

  /** Number of the best member; see {@link Trial#best}. */
  int best() {
    return members.size() == 1 ? 0 : Trial.best(trials());
  }

  List<Trial> trials() {
    return members.stream()
        .map(
            member ->
                new Trial(null, member.ridge(), member.bestEpoch(), member.curve(), member.loss()))
        .toList();
  }

  private IntStream numbers() {
    return IntStream.range(0, members.size());
  }
}
