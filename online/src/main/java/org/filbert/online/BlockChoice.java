package org.filbert.online;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.filbert.loss.BatchLoss;
import org.filbert.online.GradientTasks.Strengths;
import org.filbert.random.Draws;
import org.filbert.random.Purpose;
import org.filbert.workers.Workers;

/**
 * Chooses the block that a step updates, and the size of the step, as the {@link Algorithm} says.
 */
final class BlockChoice {
  private final GradientOptions options;
  private final GradientState state;
  private final BatchLoss loss;

  /** Blocks that there are. */
  private final int m;

  /** γ, the step of a new block. */
  private final double gamma;

  /**
   * @param place in the list of blocks, beyond the last for a new one
   * @param size |η|
   * @param considered new blocks that were looked at
   */
  record Choice(int place, double size, int considered) {}

  BlockChoice(GradientOptions options, GradientState state, BatchLoss loss) {
    this.options = options;
    this.state = state;
    this.loss = loss;
    this.m = state.blocks().size();
    this.gamma = state.schedule().gamma(options.step(), state.step());
  }

  Choice make(Workers workers) {
    if (m == 0) {
      return new Choice(m, gamma, 1);
    }
    if (options.algorithm() instanceof Algorithm.InequalityCdsg) {
      return longestStep();
    }
    if (options.algorithm() instanceof Algorithm.Cdsg cdsg) {
      return new Choice(strongest(cdsg.candidates(), workers), gamma, mayGrow() ? 1 : 0);
    }
    boolean old =
        options.algorithm() instanceof Algorithm.Udsg udsg
            && state.step() % (udsg.added() + udsg.updated()) >= udsg.added();
    return old ? drawn() : addition();
  }

  private boolean mayGrow() {
    return m < options.maxBlocks();
  }

  /** A new block, as long as there may be one. */
  private Choice addition() {
    return mayGrow() ? new Choice(m, gamma, 1) : drawn();
  }

  private Choice drawn() {
    return new Choice(random().nextInt(m), gamma, 0);
  }

  /** The old block with the longest step that {@link Check} allows, if that is beyond γ. */
  private Choice longestStep() {
    double bound = options.loss().gradientBound(1);
    double largest = Double.isFinite(bound) ? bound : state.largestGradient();
    double noise = largest * largest * state.variance() / loss.count();
    Check check = new Check(loss.meanGradient()[0], noise, gamma);
    int best = -1;
    double longest = gamma;
    for (int place = 0; place < m; place++) {
      double size = check.longestStep(state.scales().current() * state.blocks().get(place).beta());
      if (size > longest) {
        best = place;
        longest = size;
      }
    }
    return best < 0 ? addition() : new Choice(best, Math.min(longest, Check.REACH * gamma), 0);
  }

  /** Of some old blocks and a new one, that with the largest gradient ‖φ_jᵀg‖. */
  private int strongest(int candidates, Workers workers) {
    List<Integer> places = new ArrayList<>();
    if (mayGrow()) {
      places.add(m);
    }
    for (int place : new PermutationSampler(random(), m, Math.min(candidates, m)).sample()) {
      places.add(place);
    }
    int[] numbers =
        places.stream()
            .mapToInt(place -> place == m ? state.next() : state.blocks().get(place).number())
            .toArray();
    double[] strengths = new double[numbers.length];
    for (double[] own : workers.gather(new Strengths(loss.rows(), loss.g(), numbers))) {
      Arrays.setAll(strengths, i -> strengths[i] + own[i]);
    }
    if (places.get(0) == m) {
      strengths[0] *= 1 + Algorithm.Cdsg.LEAD;
    }
    int best = 0;
    for (int i = 1; i < strengths.length; i++) {
      best = strengths[i] > strengths[best] ? i : best;
    }
    return places.get(best);
  }

  private UniformRandomProvider random() {
    return Draws.stream(options.map().seed(), Purpose.BLOCK_CHOICE, state.step());
  }
}
