/** Parquet files, read without Hadoop through Flink's file systems. */
@NullMarked
package org.filbert.connectors.parquet;

import org.jspecify.annotations.NullMarked;
