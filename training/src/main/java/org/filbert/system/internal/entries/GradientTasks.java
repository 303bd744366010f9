package org.filbert.system.internal.entries;

import java.util.List;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.data.DenseRows;
import org.filbert.data.Rows;
import org.filbert.features.FourierGradients;
import org.filbert.features.RandomFourier;
import org.filbert.kernel.DifferentiableKernel;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.KernelGradients;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.shard.ShardState;
import org.filbert.system.Differentiable;
import org.filbert.system.equations.Blocks;
import org.filbert.system.equations.Shared;
import org.filbert.workers.Matrices;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** The workers' parts of gradients of what was kept; see {@link Differentiable}. */
public final class GradientTasks {
  private GradientTasks() {}

  /** The part of the worker's own centres. */
  @InPhase(Phase.GRADIENT)
  public record OfCentres(Kernel kernel, Precision precision, Rows z) implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      ModelTasks.Part kept = worker.get(ModelTasks.KEPT);
      Rows centres = kept.centres(worker.get(ShardState.TRAIN).x());
      Matrix sum = zeros(z, kept.u());
      try (KernelGradients gradients =
          new KernelGradients((DifferentiableKernel) kernel, precision, worker.backend())) {
        gradients.add((DenseRows) z, (DenseRows) centres, kept.u(), sum);
      }
      return Matrices.of(sum);
    }
  }

  /**
   * The part of the random Fourier features whose blocks are at home.
   *
   * @param maps of all members of an ensemble, of as many features each
   */
  @InPhase(Phase.GRADIENT)
  public record OfFeatures(List<RandomFourier> maps, Precision precision, Rows z)
      implements Task<Matrices> {
    @Override
    public Matrices run(Worker worker) {
      ModelTasks.Part kept = worker.get(ModelTasks.KEPT);
      Shared shared = Shared.of(worker);
      Blocks blocks = shared.blocks();
      int size = shared.settings().blockSize();
      Matrix sum = zeros(z, kept.u());
      int features = maps.get(0).outputs();
      for (int member = 0; member < maps.size(); member++) {
        int first = member * features;
        try (FourierGradients gradients =
            new FourierGradients(maps.get(member), precision, worker.backend())) {
          blocks
              .at(worker.index())
              .filter(block -> block * size >= first && block * size < first + features)
              .forEach(
                  block ->
                      gradients.add(
                          (DenseRows) z,
                          block * size - first,
                          blocks.piece(kept.u(), worker.index(), block),
                          sum));
        }
      }
      return Matrices.of(sum);
    }
  }

  private static Matrix zeros(Rows z, Matrix u) {
    return Matrix.zeros(Precision.DOUBLE, z.count(), u.cols() * z.features());
  }
}
