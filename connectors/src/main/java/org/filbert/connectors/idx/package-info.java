@NullMarked
package org.filbert.connectors.idx;

import org.jspecify.annotations.NullMarked;
