/** What comes out of a source that has no end. */
@NullMarked
package org.filbert.connectors.stream;

import org.jspecify.annotations.NullMarked;
