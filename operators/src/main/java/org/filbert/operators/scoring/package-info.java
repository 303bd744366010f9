/** Scores the rows of an input with a stored model, in parallel and in order. */
@NullMarked
package org.filbert.operators.scoring;

import org.jspecify.annotations.NullMarked;
