/**
 * Matrices that NumPy has saved. Begin with {@code NpyRecords}; {@code Header} says what a file
 * has. It does not know where files lie.
 */
@NullMarked
package org.filbert.connectors.npy;

import org.jspecify.annotations.NullMarked;
