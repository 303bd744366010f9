/**
 * What travels between the operators of the loop: frames, sums in pieces, their bytes, and the
 * channel back. Begin with {@link org.filbert.operators.loop.internal.frames.Frame}. It knows no
 * program and no task.
 */
@NullMarked
package org.filbert.operators.loop.internal.frames;

import org.jspecify.annotations.NullMarked;
