/**
 * The superstep loop on Flink: operators, the driver's thread, and {@code Workers} over messages.
 * Begin with {@code SuperstepLoop} and {@code FlinkWorkers}. It does not know which program it
 * runs.
 */
@NullMarked
package org.filbert.operators.loop;

import org.jspecify.annotations.NullMarked;
