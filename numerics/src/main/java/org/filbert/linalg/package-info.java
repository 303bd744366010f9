/**
 * Matrices off the heap, BLAS and elementary functions with their checks, Cholesky factors, small
 * iterations. Begin with {@code Matrix} and {@code Backends}. It knows no kernel.
 */
@NullMarked
package org.filbert.linalg;

import org.jspecify.annotations.NullMarked;
