package org.filbert.connectors.parquet;

import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.file.InputFile;

/**
 * The values of a column in a row group.
 *
 * @param column position and name, for messages
 * @param optional whether values may be missing
 * @param from offset of the first page
 * @param end offset after the last page
 */
record Chunk(
    String column,
    ColumnDescriptor descriptor,
    boolean optional,
    CompressionCodec codec,
    long from,
    long end) {

  /**
   * Finds the values of a column.
   *
   * @throws BadInputException if they cannot be read
   */
  static Chunk of(InputFile file, Field field, String column, Footer.Group group) {
    var stored = group.chunks().get(field.leaf());
    if (stored.isSetCrypto_metadata() || !stored.isSetMeta_data()) {
      throw new BadInputException(
          file.name(), "found " + column + " encrypted, allowed columns without encryption");
    }
    ColumnMetaData data = stored.getMeta_data();
    if (stored.isSetFile_path()) {
      throw new BadInputException(
          file.name(), "found " + column + " in another file, allowed columns of this one");
    }
    long from = Footer.start(data);
    long length = data.getTotal_compressed_size();
    if (data.getNum_values() != group.rows()
        || data.getType() != field.element().getType()
        || from < 0
        || length < 0
        || length > file.length() - from) {
      throw new BadInputException(
          file.name(),
          "found %s values of %s at bytes %s to %s, allowed one for each of %s rows within %s bytes (is it damaged?)"
              .formatted(
                  data.getNum_values(), column, from, from + length, group.rows(), file.length()));
    }
    Codec.requireReadable(file, column, data.getCodec());
    return new Chunk(
        column, field.descriptor(), field.optional(), data.getCodec(), from, from + length);
  }
}
