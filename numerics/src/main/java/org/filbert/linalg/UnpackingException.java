package org.filbert.linalg;

import java.io.File;
import java.io.IOException;
import java.util.Locale;

/** The native libraries cannot be unpacked, as on a full disk. */
public final class UnpackingException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /**
   * @param directory where they are unpacked
   * @param bytes of a library that is missing
   */
  UnpackingException(File directory, long bytes, IOException cause) {
    super(
        String.format(
            Locale.ROOT,
            "%s: native libraries cannot be unpacked there: %s (needs %,d bytes, %,d bytes free);"
                + " the Java option -Dorg.bytedeco.javacpp.cachedir=DIR names another directory",
            directory,
            cause.getMessage(),
            bytes,
            directory.getUsableSpace()),
        cause);
  }
}
