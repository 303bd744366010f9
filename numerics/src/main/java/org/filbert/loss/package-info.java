/** Losses of one row's scores against its targets. */
@NullMarked
package org.filbert.loss;

import org.jspecify.annotations.NullMarked;
