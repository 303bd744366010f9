/** The rows of a run as the workers hold them, and their properties. */
@NullMarked
package org.filbert.shard;

import org.jspecify.annotations.NullMarked;
