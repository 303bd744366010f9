/**
 * Rows of a stream before the loop: features are adapted, labels joined, batches cut. Begin with
 * {@code BatcherOperator}. It does not know the learner.
 */
@NullMarked
package org.filbert.operators.online;

import org.jspecify.annotations.NullMarked;
