/** Recursive least squares on random features: experts that learn from a stream, and their vote. */
@NullMarked
package org.filbert.online.recursive;

import org.jspecify.annotations.NullMarked;
