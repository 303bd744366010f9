/**
 * Kernel systems: linear equations that are cut into blocks and never stored as a whole. Begin with
 * {@code KernelSystem} and {@code SystemOptions}, then {@code FullKernel} and {@code ColumnSystem}.
 * It does not know which solver asks.
 */
@NullMarked
package org.filbert.system;

import org.jspecify.annotations.NullMarked;
