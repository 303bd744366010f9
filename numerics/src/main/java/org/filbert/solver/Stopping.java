package org.filbert.solver;

/**
 * When a run is over.
 *
 * @param epochs most epochs
 * @param tolerance relative residual to stop at
 * @param patience epochs to wait for a lower validation error; 0 for ever
 */
record Stopping(int epochs, double tolerance, int patience) {}
