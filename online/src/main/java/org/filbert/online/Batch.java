package org.filbert.online;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.filbert.data.RefusedException;
import org.filbert.data.Rows;
import org.filbert.data.Target;
import org.filbert.model.Preprocessing;
import org.filbert.table.TableCounts;
import org.filbert.table.TableEncoder;
import org.jspecify.annotations.Nullable;

/**
 * A mini-batch of a stream. Every row is scored; those with a target are learned from afterwards. A
 * batch without rows says that the stream's history ends before the next batch.
 *
 * @param x m preprocessed rows, in the order of their arrival
 * @param ids what the source calls the rows
 * @param targets of the rows; null where it is not known
 * @param arrivals when each row came in, in milliseconds since the epoch
 * @param preprocessing that the rows have been through; null for that of the batch before
 * @param table what the rows were before; null if they were numbers
 */
public record Batch(
    Rows x,
    List<String> ids,
    List<@Nullable Target> targets,
    long[] arrivals,
    @Nullable Preprocessing preprocessing,
    @Nullable Table table) {
  /**
   * Cells of a table that have become rows.
   *
   * @param encoder that has made numbers of them; null for that of the batch before
   * @param weights of the rows in the loss; none if each is 1
   * @param counts of missing cells and unseen categories
   */
  public record Table(@Nullable TableEncoder encoder, double[] weights, TableCounts counts) {}

  public Batch {
    int m = x.count();
    if (ids.size() != m || targets.size() != m || arrivals.length != m) {
      throw new IllegalArgumentException(
          "a batch of %s rows with %s ids, %s targets and %s arrivals"
              .formatted(m, ids.size(), targets.size(), arrivals.length));
    }
  }

  /** A batch of rows that were numbers. */
  public Batch(
      Rows x,
      List<String> ids,
      List<@Nullable Target> targets,
      long[] arrivals,
      @Nullable Preprocessing preprocessing) {
    this(x, ids, targets, arrivals, preprocessing, null);
  }

  /** Says that the history ends. */
  public static Batch historyEnd(Preprocessing preprocessing) {
    return new Batch(preprocessing.apply(List.of()), List.of(), List.of(), new long[0], null);
  }

  /** Whether it says that the history ends, instead of having rows. */
  public boolean isHistoryEnd() {
    return ids.isEmpty();
  }

  /** The weights of the rows in the loss; null if each is 1. */
  public double @Nullable [] weights() {
    return table == null || table.weights().length == 0 ? null : table.weights();
  }

  /** Whether a row is learned from: it has a target, and its weight is not 0. */
  public boolean isLearned(int row) {
    double[] weights = weights();
    return targets.get(row) != null && (weights == null || weights[row] > 0);
  }

  /** Places of the rows that are learned from, in ascending order. */
  public int[] learned() {
    return IntStream.range(0, ids.size()).filter(this::isLearned).toArray();
  }

  /**
   * Columns that cover the targets that are learned from, too.
   *
   * @throws RefusedException for a target that the columns do not allow
   */
  public Columns extend(Columns columns) {
    List<Target> found = new ArrayList<>();
    for (int i : learned()) {
      Target target = Objects.requireNonNull(targets.get(i));
      String problem = columns.problem(target);
      if (problem != null) {
        throw new RefusedException("row " + ids.get(i) + ": " + problem);
      }
      found.add(target);
    }
    return columns.extended(found);
  }

  /**
   * The prediction of a row.
   *
   * @param columns that the scores are of
   * @param step batches that had been learned
   * @param probabilities of the classes by name; null where there are none
   */
  public Prediction prediction(
      int i,
      Columns columns,
      double[] scores,
      long step,
      @Nullable Map<String, Double> probabilities) {
    return new Prediction(
        ids.get(i),
        columns.inUnits(scores),
        columns.label(scores),
        targets.get(i),
        step,
        arrivals[i],
        probabilities);
  }
}
