package org.filbert.system;

import java.util.List;

/**
 * The eigenvalues of a preconditioner.
 *
 * @param rank number q of directions that the preconditioner slows down
 * @param first λ₁ for each ridge
 * @param next λ_{q+1} for each ridge, the largest eigenvalue of the remaining directions
 */
public record Spectrum(int rank, List<Double> first, List<Double> next) {}
