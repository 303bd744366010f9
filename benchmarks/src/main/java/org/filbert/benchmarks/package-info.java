/**
 * Programs that measure rates of products, feature maps, factors and whole trainings, as ratios
 * within one run. Begin with {@code KernelProductReport} and {@code ScoringReport}; {@code
 * SideBySide} is how two rates are compared. Nothing depends on it.
 */
@NullMarked
package org.filbert.benchmarks;

import org.jspecify.annotations.NullMarked;
