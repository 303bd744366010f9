/** Programs that use Filbert as a library. */
@NullMarked
package org.filbert.examples;

import org.jspecify.annotations.NullMarked;
