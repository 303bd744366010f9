/** Kernel systems: linear equations that are cut into blocks and never stored as a whole. */
@NullMarked
package org.filbert.system;

import org.jspecify.annotations.NullMarked;
