/**
 * What a loop is asked to do, and how it ends badly. Begin with {@link
 * org.filbert.operators.loop.spec.LoopSpec} and {@link org.filbert.operators.loop.spec.StreamSpec}.
 * It knows no operator.
 */
@NullMarked
package org.filbert.operators.loop.spec;

import org.jspecify.annotations.NullMarked;
