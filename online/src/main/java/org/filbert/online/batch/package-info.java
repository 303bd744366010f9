/**
 * Doubly stochastic gradients on a data set: the epochs, validation and patience of a training
 * around the steps of a stream. Begin with {@link
 * org.filbert.online.batch.DoublyStochasticDescent}. The step itself is that of {@code
 * org.filbert.online}.
 */
@NullMarked
package org.filbert.online.batch;

import org.jspecify.annotations.NullMarked;
