/** Records of unbounded sources. */
@NullMarked
package org.filbert.connectors.stream;

import org.jspecify.annotations.NullMarked;
