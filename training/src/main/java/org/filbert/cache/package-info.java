/**
 * A cache that keeps blocks of a matrix from epoch to epoch: in memory, then on disk, each within a
 * budget.
 */
@NullMarked
package org.filbert.cache;

import org.jspecify.annotations.NullMarked;
