package org.filbert.solver;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.loss.HingeLoss;
import org.filbert.loss.Loss;
import org.filbert.loss.SquareLoss;
import org.filbert.shard.Prepared;

/**
 * Plain stochastic gradient descent, as a baseline: {@link EigenPro} without a preconditioner. With
 * a ridge the step size falls to 1/(λ·t) as that of Shalev-Shwartz, Singer, Srebro, Pegasos, 2007,
 * does, λ = ridge / n.
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
   * @see EigenProOptions
   */
  public record Options(
      int epochs,
      Optional<LossChoice> loss,
      OptionalInt patience,
      OptionalInt batchSize,
      OptionalDouble stepSize)
      implements BatchOptions {
    public Options {
      BatchOptions.check(epochs, patience, batchSize, stepSize);
    }

    @Override
    public OptionalInt subsample() {
      return OptionalInt.empty();
    }

    @Override
    public OptionalInt eigenvectors() {
      return OptionalInt.of(0);
    }

    @Override
    public Solver<?> solver(Prepared prepared, long seed) {
      Loss chosen =
          loss.orElse(LossChoice.SQUARE) == LossChoice.SQUARE ? new SquareLoss() : new HingeLoss();
      return new EigenPro(this, chosen, true, prepared, seed);
    }
  }

  /** The registration of plain stochastic gradients. */
  public static final class Type extends SolverType {
    public Type() {
      super("sgd", Options.class, List.of(EigenPro.class));
    }
  }
}
