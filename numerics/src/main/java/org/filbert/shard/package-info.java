/** What the workers hold of a run's rows, and what is known of these. */
@NullMarked
package org.filbert.shard;

import org.jspecify.annotations.NullMarked;
