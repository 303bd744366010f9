/**
 * P workers that hold state and run tasks, and programs over them. Begin with {@code Workers},
 * {@code Task} and {@code Program}; {@code LocalWorkers} runs them on threads. It does not know
 * what is computed.
 */
@NullMarked
package org.filbert.workers;

import org.jspecify.annotations.NullMarked;
