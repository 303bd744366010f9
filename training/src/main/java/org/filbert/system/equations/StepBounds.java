package org.filbert.system.equations;

import java.util.List;
import org.filbert.data.FormerName;

/**
 * The numbers that bound the length of steps.
 *
 * @param norm β, the largest φ(x)ᵀ·P·φ(x), in the space's inner product, for each ridge
 * @param largest an upper estimate of the largest eigenvalue of P times the mean of φφᵀ over very
 *     many rows, for each ridge: that of the rows' inner products with each other, without those
 *     with themselves, which would add β/m for m rows
 */
@FormerName("org.filbert.system.RowBatches$Extent")
public record StepBounds(List<Double> norm, List<Double> largest) {}
