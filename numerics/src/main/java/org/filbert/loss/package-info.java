/**
 * Losses with their derivatives and conjugates. Begin with {@code Loss} and {@code SmoothLoss}.
 * They do not know what is minimised over.
 */
@NullMarked
package org.filbert.loss;

import org.jspecify.annotations.NullMarked;
