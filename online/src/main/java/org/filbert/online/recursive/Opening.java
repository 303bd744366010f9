package org.filbert.online.recursive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.filbert.data.Rows;
import org.filbert.data.Target;
import org.filbert.model.RobustScaling;
import org.filbert.online.Batch;
import org.filbert.online.Columns;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of a stream. They are kept until there are N, and tell how rows are scaled: at
 * first when there are {@value #FIRST}, and again whenever their number has doubled. Whatever has
 * been learned from them is then learned anew.
 *
 * @param rows as they came
 * @param targets of the rows; null where it is not known
 * @param weights of the rows
 */
record Opening(List<double[]> rows, List<@Nullable Target> targets, List<Double> weights) {
  private static final int FIRST = 32;

  /** Rows that are learned anew at once. */
  private static final int PART = 64;

  static final Opening EMPTY = new Opening(List.of(), List.of(), List.of());

  Opening {
    rows = List.copyOf(rows);
  }

  /** The rows of a batch. */
  static Opening of(Batch batch) {
    int n = batch.x().count();
    double[] given = batch.weights();
    return new Opening(
        IntStream.range(0, n).mapToObj(batch.x()::row).toList(),
        batch.targets(),
        IntStream.range(0, n).mapToObj(i -> given == null ? 1.0 : given[i]).toList());
  }

  /** Rows without targets. */
  static Opening of(Rows rows) {
    int n = rows.count();
    return new Opening(
        IntStream.range(0, n).mapToObj(rows::row).toList(),
        Arrays.asList(new @Nullable Target[n]),
        Collections.nCopies(n, 1.0));
  }

  /** With further rows. */
  Opening and(Opening more) {
    List<double[]> allRows = new ArrayList<>(rows);
    allRows.addAll(more.rows);
    List<@Nullable Target> allTargets = new ArrayList<>(targets);
    allTargets.addAll(more.targets);
    List<Double> allWeights = new ArrayList<>(weights);
    allWeights.addAll(more.weights);
    return new Opening(allRows, allTargets, allWeights);
  }

  /** Without the first rows. */
  Opening from(int first) {
    return part(first, rows.size());
  }

  /** Some of the rows. */
  Opening selected(int[] places) {
    List<double[]> someRows = new ArrayList<>();
    List<@Nullable Target> someTargets = new ArrayList<>();
    List<Double> someWeights = new ArrayList<>();
    for (int i : places) {
      someRows.add(rows.get(i));
      someTargets.add(targets.get(i));
      someWeights.add(weights.get(i));
    }
    return new Opening(someRows, someTargets, someWeights);
  }

  /** Some rows that follow each other. */
  Opening part(int from, int to) {
    return new Opening(
        rows.subList(from, to), targets.subList(from, to), weights.subList(from, to));
  }

  /**
   * Rows that may come until all are scaled anew, 1 at least.
   *
   * @param most N
   */
  int untilDue(int most) {
    long due = Math.min(FIRST, most);
    while (due <= rows.size() && due < most) {
      due = Math.min(2 * due, most);
    }
    return (int) Math.max(1, due - rows.size());
  }

  FittedRows fitted(FirstRowsUse use) {
    return FittedRows.fit(use, rows);
  }

  /** The columns that the rows' targets suggest: those of numbers are scaled by them. */
  Columns columns(Columns given) {
    if (!(given instanceof Columns.Values)) {
      return given;
    }
    List<double[]> known = new ArrayList<>();
    for (Target target : targets) {
      if (target instanceof Target.Values found) {
        known.add(found.values());
      }
    }
    if (known.isEmpty()) {
      return given;
    }
    RobustScaling scaling = RobustScaling.fit(known);
    double[] scales = Arrays.stream(scaling.factor()).map(factor -> 1 / factor).toArray();
    return new Columns.Values(scaling.centre(), scales);
  }

  /** The rows in batches, in their order. */
  List<Opening> parts() {
    List<Opening> parts = new ArrayList<>();
    for (int from = 0; from < rows.size(); from += PART) {
      parts.add(part(from, Math.min(from + PART, rows.size())));
    }
    return parts;
  }

  int count() {
    return rows.size();
  }

  /** Whether a row is learned from. */
  boolean isLearned(int row) {
    return targets.get(row) != null && weights.get(row) > 0;
  }

  /** Places of the rows that are learned from. */
  int[] learned() {
    return IntStream.range(0, rows.size()).filter(this::isLearned).toArray();
  }

  /**
   * The end of the rows from a place on of which so many are learned from; that of all if fewer.
   */
  int end(int from, int learned) {
    int left = learned;
    int to = from;
    while (to < count() && left > 0) {
      left -= isLearned(to++) ? 1 : 0;
    }
    return to;
  }

  /** The targets of all rows, which have one. */
  double[][] values(Coding coding) {
    return targets.stream()
        .map(target -> coding.values(Objects.requireNonNull(target)))
        .toArray(double[][]::new);
  }

  /** The square roots of these rows' weights. */
  double[] roots() {
    return IntStream.of(learned()).mapToDouble(i -> Math.sqrt(weights.get(i))).toArray();
  }

  /**
   * Scores before anything is scaled: those of the most frequent class, the first one of several,
   * or the mean of the targets. All 0 without a target.
   */
  double[] guess(Columns columns) {
    double[] sum = new double[columns.count()];
    int known = 0;
    for (Target target : targets) {
      if (target != null) {
        double[] values = columns.values(target);
        for (int j = 0; j < sum.length; j++) {
          sum[j] += values[j];
        }
        known++;
      }
    }
    int count = Math.max(1, known);
    return Arrays.stream(sum).map(value -> value / count).toArray();
  }
}
