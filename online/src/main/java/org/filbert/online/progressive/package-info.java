/** Judging a learner on a stream while it learns: every row is predicted before it is learned. */
@NullMarked
package org.filbert.online.progressive;

import org.jspecify.annotations.NullMarked;
