package org.filbert.data;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The raw features of one record, before preprocessing. Values are finite. */
public sealed interface Features {
  /** All d values. */
  record Dense(double[] values) implements Features {}

  /** Values at strictly ascending 0-based indices; all others are zero. */
  record Sparse(int[] indices, double[] values) implements Features {}

  /** A document, whose features preprocessing finds. */
  record Text(String document) implements Features {}

  /**
   * The cells of a table's row as they stand, whose features preprocessing finds.
   *
   * @param text all cells in UTF-8, one after the other
   * @param ends where each cell ends in the text; of a missing one, -1 minus the end of the one
   *     before
   */
  record Cells(byte[] text, int[] ends) implements Features {
    /** The cells of a row; null for those that are missing. */
    public static Cells of(List<@Nullable String> cells) {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      int[] ends = new int[cells.size()];
      for (int j = 0; j < ends.length; j++) {
        String cell = cells.get(j);
        if (cell != null) {
          text.writeBytes(cell.getBytes(StandardCharsets.UTF_8));
        }
        ends[j] = cell == null ? -1 - text.size() : text.size();
      }
      return new Cells(text.toByteArray(), ends);
    }

    /** Number of cells. */
    public int count() {
      return ends.length;
    }

    public boolean isMissing(int j) {
      return ends[j] < 0;
    }

    /** Where a cell begins in the text. */
    public int from(int j) {
      return j == 0 ? 0 : to(j - 1);
    }

    /** Where a cell ends in the text. */
    public int to(int j) {
      return ends[j] < 0 ? -1 - ends[j] : ends[j];
    }

    /** A cell; null if it is missing. */
    public @Nullable String cell(int j) {
      int from = from(j);
      return isMissing(j) ? null : new String(text, from, ends[j] - from, StandardCharsets.UTF_8);
    }
  }

  /** The value of a feature, from 0; a document has none. */
  default double value(int feature) {
    if (this instanceof Dense dense) {
      return dense.values()[feature];
    }
    Sparse sparse = (Sparse) this;
    int place = Arrays.binarySearch(sparse.indices(), feature);
    return place < 0 ? 0 : sparse.values()[place];
  }

  /** Smallest d that holds this record; 0 for a document or cells. */
  default int width() {
    if (this instanceof Text || this instanceof Cells) {
      return 0;
    }
    if (this instanceof Sparse sparse) {
      int[] indices = sparse.indices();
      return indices.length == 0 ? 0 : indices[indices.length - 1] + 1;
    }
    return ((Dense) this).values().length;
  }
}
