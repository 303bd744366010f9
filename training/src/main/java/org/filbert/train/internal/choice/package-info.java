/**
 * Choices that rows make by leaving each other out: precision, logarithms of targets, normal
 * quantiles, and the selection of kernel, width and ridge. Begin with {@link
 * org.filbert.train.internal.choice.EncodingChoices} and {@link
 * org.filbert.train.internal.choice.RowSelection}. Which question is asked is the run's business;
 * how it is answered is that of {@code org.filbert.selection}.
 */
@NullMarked
package org.filbert.train.internal.choice;

import org.jspecify.annotations.NullMarked;
