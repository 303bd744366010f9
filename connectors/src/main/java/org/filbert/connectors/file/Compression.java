package org.filbert.connectors.file;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The compression of a file, which its name's suffix determines. */
public enum Compression {
  GZIP(".gz"),
  BZIP2(".bz2"),
  XZ(".xz");

  /** The formats, for messages. */
  public static final String NAMES =
      "as gzip, bzip2 or xz in a file whose name ends in .gz, .bz2 or .xz";

  private final String suffix;

  Compression(String suffix) {
    this.suffix = suffix;
  }

  /** The compression of a file with this name. Empty if the file is plain. */
  public static Optional<Compression> of(String name) {
    return Arrays.stream(values()).filter(each -> name.endsWith(each.suffix)).findFirst();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
