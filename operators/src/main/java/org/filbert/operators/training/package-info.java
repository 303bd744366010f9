/**
 * A training that travels with a job as bytes and publishes its model. Begin with {@code
 * PublishedTraining}.
 */
@NullMarked
package org.filbert.operators.training;

import org.jspecify.annotations.NullMarked;
