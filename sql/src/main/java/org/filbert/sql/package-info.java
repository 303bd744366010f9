/** Stored models as models of Flink SQL: {@code ML_PREDICT} and a catalog. */
@NullMarked
package org.filbert.sql;

import org.jspecify.annotations.NullMarked;
