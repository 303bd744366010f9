/** Doubly stochastic gradients: kernel machines that learn from a stream of mini-batches. */
@NullMarked
package org.filbert.online;

import org.jspecify.annotations.NullMarked;
