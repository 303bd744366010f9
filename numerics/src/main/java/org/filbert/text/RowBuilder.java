package org.filbert.text;

import java.util.Arrays;
import org.filbert.data.SparseRows;
import org.filbert.linalg.Precision;
import org.jspecify.annotations.Nullable;

/** Appends documents to a batch of sparse rows. */
final class RowBuilder {
  private final int features;
  private final Weights weights;
  private final boolean normalise;
  private final @Nullable Vocabulary vocabulary;
  private final int[] starts;
  private int[] columns = new int[1024];
  private double[] values = new double[1024];
  private int row;
  private int end;
  private Coverage coverage = Coverage.NONE;

  /** Starts a batch of so many rows; the components are those of {@link Encoding}. */
  RowBuilder(
      int features, Weights weights, boolean normalise, @Nullable Vocabulary vocabulary, int rows) {
    this.features = features;
    this.weights = weights;
    this.normalise = normalise;
    this.vocabulary = vocabulary;
    this.starts = new int[rows + 1];
  }

  /** Adds a document by its n-grams, sorted. */
  void add(long[] nGrams) {
    int start = end;
    int from = 0;
    int unknown = 0;
    int searchFrom = 0;
    while (from < nGrams.length) {
      int to = from + 1;
      while (to < nGrams.length && nGrams[to] == nGrams[from]) {
        to++;
      }
      int column = column(nGrams[from], searchFrom);
      if (column < 0) {
        unknown += to - from;
        searchFrom = -column - 1;
      } else {
        put(start, column, to - from);
        searchFrom = column;
      }
      from = to;
    }
    finish(start);
    starts[++row] = end;
    coverage = coverage.plus(new Coverage(1, nGrams.length == 0 ? 1 : 0, nGrams.length, unknown));
  }

  /** The column, or -(the first possible column of a later n-gram) - 1. */
  private int column(long nGram, int from) {
    return vocabulary == null
        ? hashedColumn(nGram, features)
        : Arrays.binarySearch(vocabulary.nGrams(), from, vocabulary.size(), nGram);
  }

  /** Keeps the order of the hashes: rows come out sorted. */
  static int hashedColumn(long nGram, int columns) {
    long unsigned = (nGram ^ Long.MIN_VALUE) >>> 32;
    return (int) ((unsigned * columns) >>> 32);
  }

  private void put(int start, int column, int count) {
    if (end > start && columns[end - 1] == column) {
      values[end - 1] += count;
      return;
    }
    if (end == columns.length) {
      int larger = Math.addExact(end, Math.max(end >> 1, 1));
      columns = Arrays.copyOf(columns, larger);
      values = Arrays.copyOf(values, larger);
    }
    columns[end] = column;
    values[end++] = count;
  }

  private void finish(int start) {
    double squares = 0;
    for (int t = start; t < end; t++) {
      values[t] = weight(columns[t], values[t]);
      squares += values[t] * values[t];
    }
    if (normalise && squares > 0) {
      double length = Math.sqrt(squares);
      for (int t = start; t < end; t++) {
        values[t] /= length;
      }
    }
  }

  private double weight(int column, double count) {
    return switch (weights) {
      case COUNTS -> count;
      case BINARY -> 1;
      case TF_IDF -> count * (vocabulary == null ? 1 : vocabulary.inverseFrequency(column));
    };
  }

  EncodedText build(Precision precision) {
    return new EncodedText(
        new SparseRows(
            precision, features, starts, Arrays.copyOf(columns, end), Arrays.copyOf(values, end)),
        coverage);
  }
}
