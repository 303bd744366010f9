package org.filbert.train.metric;

import org.filbert.kernel.Kernel;

/**
 * A metric that has been judged in the course of a training.
 *
 * @param t number of solutions that it was learned from; 0: none was learned
 * @param form {@code none}, {@code diagonal} or {@code full}
 * @param kernel that suits it best
 * @param ridge likewise
 * @param score mean square of the residuals of rows that it has not learned and that were left out
 *     one at a time, or the log-loss of their classes; infinite if it leaves too few rows different
 * @param best whether it is the best one so far, in the end the model's
 */
public record MetricScore(
    int t, String form, Kernel kernel, double ridge, double score, boolean best) {}
