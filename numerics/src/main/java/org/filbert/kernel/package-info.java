/**
 * Kernels and products with kernel matrices that never exist. Begin with {@code Kernel}, then
 * {@code KernelBlocks}, the tiles. It knows neither solvers nor workers.
 */
@NullMarked
package org.filbert.kernel;

import org.jspecify.annotations.NullMarked;
