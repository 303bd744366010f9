package org.filbert.operators.loop;

import java.util.List;
import java.util.Map;
import org.filbert.data.Instance;

/**
 * How far a worker has come.
 *
 * @param loaded whether it has all its rows
 * @param instances the rows that have come so far; none once they are all there
 * @param done number of the last superstep that is done
 * @param summed number of the last superstep whose summand has left
 * @param mark of the attempts
 * @param seconds that it has worked, by the names of phases
 */
record WorkerState(
    boolean loaded,
    List<Instance> instances,
    int done,
    int summed,
    Attempts.Mark mark,
    Map<String, Double> seconds) {}
