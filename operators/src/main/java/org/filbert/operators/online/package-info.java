/** Learning from a stream: the operators before and after the loop. */
@NullMarked
package org.filbert.operators.online;

import org.jspecify.annotations.NullMarked;
