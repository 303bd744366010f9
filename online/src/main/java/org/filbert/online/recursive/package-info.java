/**
 * Experts of recursive least squares on random features, and their vote. Begin with {@code
 * RecursiveLearner}, then {@code SmallExpert} and {@code Vote}. It does not know how errors are
 * reported.
 */
@NullMarked
package org.filbert.online.recursive;

import org.jspecify.annotations.NullMarked;
