/**
 * Records at the workers before and while they become matrices: counts, samples, held-out rows,
 * targets, medians of distances. Begin with {@link org.filbert.train.rows.Survey} and {@link
 * org.filbert.train.rows.Encode}. It does not know what a column means.
 */
@NullMarked
package org.filbert.train.rows;

import org.jspecify.annotations.NullMarked;
