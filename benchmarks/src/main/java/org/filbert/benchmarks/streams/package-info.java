/**
 * Streams with drift, made as the papers describe them, and the rates of the learners on them.
 * Begin with {@code RecursiveReport}. They know the learners, never Flink.
 */
@NullMarked
package org.filbert.benchmarks.streams;

import org.jspecify.annotations.NullMarked;
