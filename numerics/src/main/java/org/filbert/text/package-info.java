/**
 * Documents: analysers, n-grams, weights, vocabularies. Begin with {@code Analysis} and {@code
 * Encoding}. It does not know where texts come from.
 */
@NullMarked
package org.filbert.text;

import org.jspecify.annotations.NullMarked;
