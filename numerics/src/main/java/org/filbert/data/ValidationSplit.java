package org.filbert.data;

import org.filbert.random.Draws;
import org.filbert.random.Purpose;

/**
 * Holds out training rows as validation rows, each with the same chance: a function of the run seed
 * and of the record's position in the input alone.
 *
 * @param fraction the chance, between 0 and 1
 */
public record ValidationSplit(long seed, double fraction) {
  /** The same record, as a validation row if it is held out. */
  public Instance apply(Instance instance) {
    return instance instanceof Instance.Example example
            && example.role() == Role.TRAIN
            && Draws.stream(seed, Purpose.VALIDATION_SPLIT, example.position()).nextDouble()
                < fraction
        ? new Instance.Example(
            Role.VALIDATION, example.position(), example.features(), example.target())
        : instance;
  }
}
