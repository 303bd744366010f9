/**
 * Rows of SQL queries, which Flink runs and a Parquet file keeps. Begin with {@code QueryRows}. It
 * does not know what the columns mean.
 */
@NullMarked
package org.filbert.jobs.query;

import org.jspecify.annotations.NullMarked;
