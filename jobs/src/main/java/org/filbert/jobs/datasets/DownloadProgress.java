package org.filbert.jobs.datasets;

import java.nio.file.Path;

/** Is told how far a download is. */
public interface DownloadProgress {
  /**
   * A download begins.
   *
   * @param from bytes that are there already
   * @param size in all; -1 if the server does not say
   */
  void begin(Path file, long from, long size);

  /** So many bytes are there. */
  void at(long bytes);

  /** No more come. */
  void end();
}
