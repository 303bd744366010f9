package org.filbert.solver;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.loss.HingeLoss;
import org.filbert.loss.Loss;
import org.filbert.loss.SquareLoss;
import org.filbert.shard.Prepared;

/**
 * Plain stochastic gradient descent, as a baseline: {@link StochasticDescent} without a
 * preconditioner. With a ridge the step size falls to 1/(λ·t) as that of Shalev-Shwartz, Singer,
 * Srebro, Pegasos, 2007, does, λ = ridge / n.
 */
public final class StochasticGradients {
  private StochasticGradients() {}

  /** What is minimised. */
  public enum LossChoice {
    /** ½(f - y)². */
    SQUARE,
    /** max(0, 1 - yf), for classes. */
    HINGE
  }

  /**
   * Options of plain stochastic gradients.
   *
   * @param loss The loss; {@code hinge} is for classes only and gives a support vector machine.
   *     Default: {@code square}
   * @see EigenPro.Options
   */
  public record Options(
      int epochs,
      Optional<LossChoice> loss,
      OptionalInt patience,
      OptionalInt batchSize,
      OptionalDouble stepSize)
      implements BatchOptions {
    public Options {
      new Stopping(epochs, 0, patience.orElse(0)); // checks them
      SolverOptions.atLeast("patience", patience, 1);
      Batches.check(batchSize, stepSize);
    }

    @Override
    public Batches batches() {
      return new Batches(OptionalInt.empty(), OptionalInt.of(0), batchSize, stepSize);
    }

    @Override
    public Solver<?> solver(Prepared prepared, long seed) {
      Loss chosen =
          loss.orElse(LossChoice.SQUARE) == LossChoice.SQUARE ? new SquareLoss() : new HingeLoss();
      return new StochasticDescent(batches(), chosen, true, seed);
    }
  }

  /** As it is registered. */
  public static final class Type extends SolverType {
    public Type() {
      super("sgd", Options.class, StochasticDescent.class);
    }
  }
}
