/**
 * Stored models in Flink SQL: {@code ML_PREDICT} and a catalog. Begin with {@code FilbertCatalog}
 * and {@code FilbertModelProvider}. It knows nothing of trainings.
 */
@NullMarked
package org.filbert.sql;

import org.jspecify.annotations.NullMarked;
