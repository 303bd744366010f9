/**
 * A run over a stream: each row is predicted before it is learned, errors fade, drift is watched,
 * models are published. Begin with {@code ProgressiveRun}. It does not know which learner it runs.
 */
@NullMarked
package org.filbert.online.progressive;

import org.jspecify.annotations.NullMarked;
