/**
 * Data formats as services of the class path, and files on any file system of Flink, plain or
 * compressed, whole or in parts. Begin with {@code FormatType} and {@code RecordReader}. What a
 * format looks like is the business of {@code idx}, {@code npy}, {@code parquet} and {@code text}.
 */
@NullMarked
package org.filbert.connectors.file;

import org.jspecify.annotations.NullMarked;
