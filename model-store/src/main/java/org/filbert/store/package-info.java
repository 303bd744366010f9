/**
 * Models as versioned directories of checksummed files: published at once or not at all, read with
 * or without Flink. Begin with {@code ModelStore}; {@code ModelLayout} says what is written of each
 * type. It does not know how a model scores.
 */
@NullMarked
package org.filbert.store;

import org.jspecify.annotations.NullMarked;
