/**
 * What all readers of data have in common: which rows, which task, and what becomes of records that
 * cannot be used. Begin with {@code OnBadRecord}. It knows no format.
 */
@NullMarked
package org.filbert.connectors;

import org.jspecify.annotations.NullMarked;
