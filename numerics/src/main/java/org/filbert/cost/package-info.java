/**
 * What work costs: flops, entries, bytes and seconds by phase. Begin with {@code Meter}, which the
 * BLAS and tasks count in, and {@code Costs}, which comes out. It does not know what the work is
 * for.
 */
@NullMarked
package org.filbert.cost;

import org.jspecify.annotations.NullMarked;
