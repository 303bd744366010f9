package org.filbert.connectors.file;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.filbert.registry.Registered;
import org.filbert.table.ValueType;

/**
 * A registered data format.
 *
 * @param <F> a record whose components are the keys of its section in a configuration
 */
public abstract class FormatType<F extends DataFormat> extends Registered<DataFormat> {
  /**
   * Describes a format.
   *
   * @param name the value of {@code type} in a configuration
   * @param format a record whose components are its keys
   */
  protected FormatType(String name, Class<F> format) {
    super(name, format);
  }

  /**
   * Opens a file, or a part of it, to read the records that start there.
   *
   * @throws org.filbert.connectors.BadInputException if the file does not have the format
   * @throws org.filbert.connectors.NoRecordsException if it has the format and no records; within a
   *     directory it is then left out
   */
  public abstract RecordReader open(F format, ReadOptions options, FilePart part)
      throws IOException;

  /** The format by which other files are read like this one: with the names of its header. */
  public F named(F format, ReadOptions options, InputFile file) throws IOException {
    return format;
  }

  /**
   * The types of the columns that are taken cell by cell, by their names in the configuration; none
   * if the values of a file have no types.
   */
  public Map<String, ValueType> types(F format, ReadOptions options, InputFile file)
      throws IOException {
    return Map.of();
  }

  /** Whether parts of an uncompressed file can be read on their own. */
  public boolean splittable(F format, InputFile file) throws IOException {
    return false;
  }

  /** Where a record is, for a person to find it. Its offset here is its number from 0. */
  public String place(InputFile file, long offset) throws IOException {
    return file.name() + ": record " + (offset + 1);
  }

  /** All registered formats, by name. */
  @SuppressWarnings("unchecked") // the class of a generic type is that of the raw one
  public static List<FormatType<?>> all() {
    return (List<FormatType<?>>) (List<?>) all(FormatType.class);
  }

  /** The type of a format. */
  @SuppressWarnings("unchecked") // a type is registered for the class of its format
  public static <F extends DataFormat> FormatType<F> of(F format) {
    return (FormatType<F>) of(FormatType.class, format);
  }

  /** The names of some formats, for messages: {@code a, b or c}. */
  public static String names(Predicate<FormatType<?>> which) {
    List<String> names = all().stream().filter(which).map(FormatType::name).toList();
    int last = names.size() - 1;
    return String.join(", ", names.subList(0, last)) + " or " + names.get(last);
  }
}
