/**
 * What a run asks for and what any algorithm of a run is: objective, measures, scoring of held-out
 * rows, calibration, and the interface {@link org.filbert.train.method.Method} with its progress.
 * It knows no solver and no workers' tasks; begin with that interface.
 */
@NullMarked
package org.filbert.train.method;

import org.jspecify.annotations.NullMarked;
