/**
 * Probabilities from scores of classes, and intervals of numbers. Begin with {@code ProbabilityFit}
 * and {@code Intervals}. It does not know how scores come about.
 */
@NullMarked
package org.filbert.calibration;

import org.jspecify.annotations.NullMarked;
