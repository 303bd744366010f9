package org.filbert.system.equations;

/** Visits the rows of a tall matrix strip by strip, so that copies stay small. */
public final class RowStrips {
  /** Rows of a strip. */
  static final int ROWS = 1024;

  private RowStrips() {}

  /** Works on rows from (inclusive) to (exclusive). */
  public interface Work {
    void on(int from, int to);
  }

  public static void forEach(int rows, Work work) {
    for (int from = 0; from < rows; from += ROWS) {
      work.on(from, Math.min(from + ROWS, rows));
    }
  }
}
