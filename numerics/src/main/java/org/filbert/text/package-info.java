/** From documents to counted and weighted n-grams of words. */
@NullMarked
package org.filbert.text;

import org.jspecify.annotations.NullMarked;
