/** The synthetic streams on which stream learners are compared, from their definitions. */
@NullMarked
package org.filbert.benchmarks.streams;

import org.jspecify.annotations.NullMarked;
