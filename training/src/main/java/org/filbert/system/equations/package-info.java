/**
 * What all kernel systems are made of: settings, ridge and risk, the blocks of unknowns, vectors,
 * and the arithmetic on a worker's part of them. Begin with {@link
 * org.filbert.system.equations.SystemSettings}, {@link org.filbert.system.equations.Blocks} and
 * {@link org.filbert.system.equations.Vector}. It does not know where the entries of a matrix come
 * from.
 */
@NullMarked
package org.filbert.system.equations;

import org.jspecify.annotations.NullMarked;
