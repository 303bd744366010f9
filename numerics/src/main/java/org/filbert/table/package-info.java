/** From cells of mixed columns, as they stand in a table, to numbers. */
@NullMarked
package org.filbert.table;

import org.jspecify.annotations.NullMarked;
