/**
 * Cells of tables, and how a fitted encoder turns them into features. Begin with {@code
 * TableEncoder}. Fitting it is the business of {@code org.filbert.train.columns}, parsing that of
 * the connectors.
 */
@NullMarked
package org.filbert.table;

import org.jspecify.annotations.NullMarked;
