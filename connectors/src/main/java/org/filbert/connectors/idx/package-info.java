/** The idx format of MNIST. Begin with {@code IdxRecords}. It does not know where files lie. */
@NullMarked
package org.filbert.connectors.idx;

import org.jspecify.annotations.NullMarked;
