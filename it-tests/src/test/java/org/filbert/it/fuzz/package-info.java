/** Inputs that are broken or mean harm, by the hundred thousand. */
@NullMarked
package org.filbert.it.fuzz;

import org.jspecify.annotations.NullMarked;
