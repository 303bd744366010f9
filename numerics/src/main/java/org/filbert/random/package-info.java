/**
 * All randomness: a counter-based generator, a pure function of seed, purpose and index. Begin with
 * {@code Draws}. Two purposes never share numbers.
 */
@NullMarked
package org.filbert.random;

import org.jspecify.annotations.NullMarked;
