package org.filbert.jobs.datasets;

import java.nio.file.Path;

/** Observes a download. */
public interface DownloadProgress {
  /**
   * A download begins.
   *
   * @param from bytes that are already there
   * @param size of the whole file; -1 if the server does not say
   */
  void begin(Path file, long from, long size);

  /** This many bytes are there. */
  void at(long bytes);

  /** The download has ended. */
  void end();
}
