package org.filbert.operators.loop;

import java.util.List;
import java.util.Map;
import org.filbert.data.Instance;

/**
 * Progress of a worker.
 *
 * @param loaded whether it has all its rows
 * @param instances the rows so far; empty when all are loaded
 * @param done number of the last completed superstep
 * @param summed number of the last superstep whose summand has been sent
 * @param mark of the attempts
 * @param seconds of work by the names of phases
 */
record WorkerState(
    boolean loaded,
    List<Instance> instances,
    int done,
    int summed,
    Attempts.Mark mark,
    Map<String, Double> seconds) {}
