package org.filbert.online;

import java.util.ArrayList;
import java.util.List;

/**
 * The state of {@link DoublyStochasticGradients} between two batches.
 *
 * @param step batches learned from
 * @param schedule of the step size
 * @param columns k
 * @param scales what the workers' numbers are to be multiplied by
 * @param blocks by ascending number
 * @param next number of the next new block; blocks that were compared and not taken keep theirs
 * @param largestGradient the greatest ‖∂ℓ/∂f‖₂ met
 * @param variance σ² of the features' estimate of κ; NaN where it is not known yet
 * @param stepSize |η| of the last step
 * @param reused steps that updated an old block
 */
public record GradientState(
    long step,
    Schedule schedule,
    int columns,
    Scales scales,
    List<Block> blocks,
    int next,
    double largestGradient,
    double variance,
    double stepSize,
    long reused) {

  /**
   * A block of features with coefficients.
   *
   * @param number its place j in the series of all blocks
   * @param beta β̃_j, which only {@link Check} needs; else 0
   */
  public record Block(int number, double beta) {}

  public GradientState {
    blocks = List.copyOf(blocks);
  }

  static GradientState initial(int columns, List<Block> blocks, int next) {
    return new GradientState(
        0, Schedule.INITIAL, columns, Scales.INITIAL, blocks, next, 0, Double.NaN, 0, 0);
  }

  private GradientState with(
      Schedule newSchedule,
      int newColumns,
      Scales newScales,
      List<Block> newBlocks,
      double gradient,
      double featureVariance) {
    return new GradientState(
        step,
        newSchedule,
        newColumns,
        newScales,
        newBlocks,
        next,
        gradient,
        featureVariance,
        stepSize,
        reused);
  }

  GradientState withColumns(int more) {
    return with(schedule, more, scales, blocks, largestGradient, variance);
  }

  GradientState withBounds(double gradient, double featureVariance) {
    return with(schedule, columns, scales, blocks, gradient, featureVariance);
  }

  GradientState withBlocks(List<Block> changed, Scales changedScales) {
    return with(schedule, columns, changedScales, changed, largestGradient, variance);
  }

  GradientState withSchedule(Schedule changed) {
    return with(changed, columns, scales, blocks, largestGradient, variance);
  }

  /**
   * Of the same model, when the workers have multiplied à by {@code current}, C̃ by {@code fade}.
   */
  GradientState rescaled(Scales by) {
    return withBlocks(
        blocks.stream()
            .map(block -> new Block(block.number(), by.current() * block.beta()))
            .toList(),
        scales.rescaled(by));
  }

  /**
   * After a step of size |η|.
   *
   * @param place of the block in the list; beyond the last for a new block
   * @param betaStep what is added to its β̃
   * @param considered new blocks that the step has looked at
   */
  GradientState after(int place, double betaStep, double size, Scales newScales, int considered) {
    List<Block> changed = new ArrayList<>(blocks);
    boolean isNew = place == blocks.size();
    if (isNew) {
      changed.add(new Block(next, betaStep));
    } else {
      Block old = blocks.get(place);
      changed.set(place, new Block(old.number(), old.beta() + betaStep));
    }
    return new GradientState(
        step + 1,
        schedule,
        columns,
        newScales,
        changed,
        next + considered,
        largestGradient,
        variance,
        size,
        isNew ? reused : reused + 1);
  }
}
