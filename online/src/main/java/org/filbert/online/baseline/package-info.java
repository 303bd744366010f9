/**
 * Simple learners on the same rows, for comparison. Begin with {@code Baseline}. They know no
 * kernel.
 */
@NullMarked
package org.filbert.online.baseline;

import org.jspecify.annotations.NullMarked;
