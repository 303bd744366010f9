/**
 * Rows, targets and what a model answers, before and apart from any kernel: dense and sparse rows,
 * roles, places, classes and numbers. Begin with {@code Instance}, {@code Rows} and {@code
 * Outputs}. It knows no file and no worker.
 */
@NullMarked
package org.filbert.data;

import org.jspecify.annotations.NullMarked;
