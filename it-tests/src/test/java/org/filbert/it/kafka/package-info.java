/** Tests with a real broker. */
@NullMarked
package org.filbert.it.kafka;

import org.jspecify.annotations.NullMarked;
