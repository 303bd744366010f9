package org.filbert.jobs.config.training;

/**
 * Several solutions, each on random features of its own, whose mean is the model.
 *
 * @param members Number of solutions; they are one run, and one model of as many times the
 *     features.
 */
record EnsembleConfig(int members) {
  EnsembleConfig {
    if (members < 1) {
      throw new IllegalArgumentException("members is " + members + ", must be 1 or more");
    }
  }
}
