package org.filbert.connectors.parquet;

import java.io.IOException;
import java.util.Map;
import org.filbert.connectors.file.FilePart;
import org.filbert.connectors.file.FormatType;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.file.ReadOptions;
import org.filbert.connectors.file.RecordReader;
import org.filbert.table.ValueType;

/** The registered format {@code parquet}. Row groups are read on their own. */
public final class ParquetType extends FormatType<Parquet> {
  public ParquetType() {
    super("parquet", Parquet.class);
  }

  @Override
  public RecordReader open(Parquet format, ReadOptions options, FilePart part) throws IOException {
    return new ParquetRecords(options, part, Table.of(part.file(), format, options));
  }

  /** With the names of the feature columns, by which they are found in other files. */
  @Override
  public Parquet named(Parquet format, ReadOptions options, InputFile file) throws IOException {
    return format.hasColumns() && options.columns() == null
        ? format.withFeatures(Table.of(file, format, options).layout().featureNames())
        : format;
  }

  @Override
  public Map<String, ValueType> types(Parquet format, ReadOptions options, InputFile file)
      throws IOException {
    return options.columns() == null
        ? Map.of()
        : Table.of(file, format, options).types(options.columns());
  }

  @Override
  public boolean splittable(Parquet format, InputFile file) {
    return true;
  }
}
