/**
 * The rows of a worker, encoded, and scores of them. Begin with {@code ShardState} and {@code
 * Prepared}. It knows no system.
 */
@NullMarked
package org.filbert.shard;

import org.jspecify.annotations.NullMarked;
