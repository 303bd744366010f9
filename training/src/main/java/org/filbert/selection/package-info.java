/**
 * Kernel, width and ridge by leave-one-out residuals of a sample. Begin with {@code Selection},
 * then {@code LeaveOneOut}. It does not know the run around it.
 */
@NullMarked
package org.filbert.selection;

import org.jspecify.annotations.NullMarked;
