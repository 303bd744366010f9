/** Measures of predictions against the truth. */
@NullMarked
package org.filbert.metrics;

import org.jspecify.annotations.NullMarked;
