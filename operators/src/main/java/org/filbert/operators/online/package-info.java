/** Learning from a stream: what comes before the loop and after it. */
@NullMarked
package org.filbert.operators.online;

import org.jspecify.annotations.NullMarked;
