package org.filbert.cache;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is said of a disk that takes no more bytes. */
public final class FullDisk {
  /** What operating systems and Hadoop's file system say. */
  private static final List<String> SIGNS =
      List.of("No space left", "quota exceeded", "not enough space", "quota of");

  private FullDisk() {}

  /** Whether a failure, or a cause of it, says that a disk is full. */
  public static boolean caused(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      if (cause instanceof IOException && SIGNS.stream().anyMatch(message::contains)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The reason why something cannot be written. That of a full disk has the bytes that are free, on
   * this machine.
   *
   * @param place of the file or directory, which need not exist
   */
  public static String reason(IOException failure, URI place) {
    return reason(failure, place, "");
  }

  /**
   * The reason why something cannot be written.
   *
   * @param needs what a full disk should have had room for, such as {@code needs 12 bytes}; empty
   *     if unknown
   */
  public static String reason(IOException failure, URI place, String needs) {
    String reason = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    String free = caused(failure) ? free(place) : null;
    if (free == null) {
      return reason;
    }
    return reason + (needs.isEmpty() ? " (" : " (" + needs + ", ") + free + ")";
  }

  /** What is free on the disk of a local file; null for one elsewhere. */
  private static @Nullable String free(URI place) {
    if (place.getPath() == null
        || !(place.getScheme() == null || place.getScheme().equals("file"))) {
      return null;
    }
    File file = new File(place.getPath());
    while (!file.exists() && file.getParentFile() != null) {
      file = file.getParentFile();
    }
    return String.format(Locale.ROOT, "%,d bytes free", file.getUsableSpace());
  }
}
