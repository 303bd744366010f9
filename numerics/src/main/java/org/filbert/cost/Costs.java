package org.filbert.cost;

import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Costs of a part of a run by phase. Seconds are those of the slowest worker.
 *
 * @param gradient null in a state of an earlier version, which counted it as residual
 */
public record Costs(
    Work kernel,
    Work gram,
    Work factor,
    Work solve,
    Work residual,
    Work precondition,
    Work scoring,
    Work other,
    Traffic communication,
    @Nullable Work gradient) {
  public static final Costs NONE = of(Map.of());

  static Costs of(Map<Phase, Work> work) {
    return new Costs(
        work.getOrDefault(Phase.KERNEL, Work.NONE),
        work.getOrDefault(Phase.GRAM, Work.NONE),
        work.getOrDefault(Phase.FACTOR, Work.NONE),
        work.getOrDefault(Phase.SOLVE, Work.NONE),
        work.getOrDefault(Phase.RESIDUAL, Work.NONE),
        work.getOrDefault(Phase.PRECONDITION, Work.NONE),
        work.getOrDefault(Phase.SCORING, Work.NONE),
        work.getOrDefault(Phase.OTHER, Work.NONE),
        Traffic.NONE,
        work.getOrDefault(Phase.GRADIENT, Work.NONE));
  }

  /** The work of gradients, none in a state of an earlier version. */
  public Work gradients() {
    return gradient == null ? Work.NONE : gradient;
  }

  /** The costs of this part and of the next one. */
  public Costs plus(Costs next) {
    return combine(next, Work::plus);
  }

  /** The costs of this worker and of another one that works at the same time. */
  public Costs beside(Costs neighbour) {
    return combine(neighbour, Work::beside);
  }

  private Costs combine(Costs next, BinaryOperator<Work> join) {
    return new Costs(
        join.apply(kernel, next.kernel),
        join.apply(gram, next.gram),
        join.apply(factor, next.factor),
        join.apply(solve, next.solve),
        join.apply(residual, next.residual),
        join.apply(precondition, next.precondition),
        join.apply(scoring, next.scoring),
        join.apply(other, next.other),
        communication.plus(next.communication),
        join.apply(gradients(), next.gradients()));
  }

  /** These costs plus bytes sent between driver and workers. */
  public Costs plusBytes(long broadcast, long gathered) {
    return withCommunication(communication.plus(new Traffic(0, broadcast, gathered)));
  }

  /** Seconds of all phases and of the communication. */
  public double seconds() {
    return worked() + communication.seconds();
  }

  private double worked() {
    return Stream.of(
            kernel, gram, factor, solve, residual, gradients(), precondition, scoring, other)
        .mapToDouble(Work::seconds)
        .sum();
  }

  /** These costs, where communication takes the rest of the given wall-clock seconds. */
  public Costs within(double elapsed) {
    return withCommunication(
        new Traffic(
            Math.max(0, elapsed - worked()),
            communication.broadcastBytes(),
            communication.gatheredBytes()));
  }

  private Costs withCommunication(Traffic traffic) {
    return new Costs(
        kernel, gram, factor, solve, residual, precondition, scoring, other, traffic, gradient);
  }
}
