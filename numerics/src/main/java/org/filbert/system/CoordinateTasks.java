package org.filbert.system;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.filbert.cost.InPhase;
import org.filbert.cost.Phase;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.workers.Task;
import org.filbert.workers.Worker;

/** What the only worker does for a descent by single coordinates. */
final class CoordinateTasks {
  private CoordinateTasks() {}

  /**
   * Visits every coordinate once.
   *
   * @param compare whether to find out first how much faster several threads are than one, each
   *     from here: by the decrease of J a second, in the second of two passes with one thread
   */
  @InPhase(Phase.RESIDUAL)
  record Sweep(int threads, long seed, int epoch, List<Integer> active, boolean compare)
      implements Task<Coordinatewise.Sweep> {
    @Override
    public Coordinatewise.Sweep run(Worker worker) {
      CoordinatePass pass = new CoordinatePass(worker, active);
      int[] order = PermutationSampler.natural((int) Shared.of(worker).blocks().unknowns());
      PermutationSampler.shuffle(Draws.stream(seed, Purpose.BLOCK_ORDER, epoch), order);
      double alone = 0;
      if (compare) {
        pass.copy(worker).run(order, 1); // until its code is compiled
        alone = timed(pass.copy(worker), order, 1).decrease();
      }
      Timed timed = timed(pass, order, threads);
      pass.write(VectorPart.of(worker, Vector.U));
      List<Double> residual2 = new ArrayList<>();
      Arrays.stream(timed.met2()).forEach(residual2::add);
      return new Coordinatewise.Sweep(residual2, alone > 0 ? timed.decrease() / alone : 1);
    }

    private static Timed timed(CoordinatePass pass, int[] order, int threads) {
      double before = pass.objective();
      long start = System.nanoTime();
      double[] met2 = pass.run(order, threads);
      double seconds = (System.nanoTime() - start) / 1e9;
      return new Timed(met2, (before - pass.objective()) / seconds);
    }
  }

  /**
   * A pass.
   *
   * @param decrease of J a second
   */
  private record Timed(double[] met2, double decrease) {}
}
