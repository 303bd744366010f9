/** Probabilities of classes and intervals of numbers from scores. */
@NullMarked
package org.filbert.calibration;

import org.jspecify.annotations.NullMarked;
