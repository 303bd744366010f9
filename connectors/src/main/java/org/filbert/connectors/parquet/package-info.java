/**
 * Columns of Parquet files without Hadoop. Begin with {@code ParquetRecords}, then {@code Chunk}
 * and {@code Pages}. It does not know what the columns mean.
 */
@NullMarked
package org.filbert.connectors.parquet;

import org.jspecify.annotations.NullMarked;
