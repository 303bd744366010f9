/**
 * Programs that use Filbert as a library, each runnable by itself. Begin with {@code
 * TrainAndPredict}.
 */
@NullMarked
package org.filbert.examples;

import org.jspecify.annotations.NullMarked;
