/**
 * Measures of quality on scored rows: errors, rankings, curves, thresholds. Begin with {@code
 * ClassErrors} and {@code NumberErrors}. They do not know what scored the rows.
 */
@NullMarked
package org.filbert.metrics;

import org.jspecify.annotations.NullMarked;
