package org.filbert.system;

import java.util.List;

/**
 * What is known of a preconditioner.
 *
 * @param rank number q of directions that it slows down
 * @param first λ₁ for each ridge
 * @param next λ_{q+1} for each ridge, the largest that is left
 */
public record Spectrum(int rank, List<Double> first, List<Double> next) {}
