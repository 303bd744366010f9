/** Costs of a run: seconds, floating-point operations and bytes, by the phases of its work. */
@NullMarked
package org.filbert.cost;

import org.jspecify.annotations.NullMarked;
