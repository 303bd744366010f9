package org.filbert.operators.loop;

import java.util.List;
import org.filbert.data.Instance;

/**
 * How far a worker has come.
 *
 * @param loaded whether it has all its rows
 * @param instances the rows that have come so far; none once they are all there
 * @param done number of the last superstep that is done
 * @param summed number of the last superstep whose summand has left
 * @param mark of the attempts
 */
record WorkerState(
    boolean loaded, List<Instance> instances, int done, int summed, Attempts.Mark mark) {}
