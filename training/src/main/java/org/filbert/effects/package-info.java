/**
 * What the inputs of a trained model do to its predictions, by records with other values. Begin
 * with {@code Effects}.
 */
@NullMarked
package org.filbert.effects;

import org.jspecify.annotations.NullMarked;
