package org.filbert.train.internal.choice;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.filbert.data.Features;
import org.filbert.data.Outputs;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.Preprocessing;
import org.filbert.selection.Selection;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;
import org.filbert.train.rows.MedianDistance;
import org.filbert.train.rows.RawSample;
import org.filbert.workers.Workers;

/**
 * Chooses which columns of whole numbers are categories: by the best of some kernels' leave-one-out
 * residuals of {@value #JUDGED} rows. Each column is tried by itself while the others are numbers,
 * and then those together that are better so.
 *
 * @param questions what is chosen from for the given rows
 */
record ColumnChoice(
    Function<Rows, Selection.Question> questions, Outputs outputs, long seed, Workers workers) {
  private static final int JUDGED = 1000;

  /** Of more columns than this, all are tried together alone. */
  private static final int MOST_ALONE = 8;

  /** A column stays a number unless the score becomes smaller than by this factor. */
  private static final double BETTER = 0.99;

  /**
   * The answer.
   *
   * @param categories names of the columns that are categories
   * @param remarks what was compared, a line each
   */
  record Chosen(List<String> categories, List<String> remarks) {}

  private record Tried(List<TableColumn> columns, double score) {}

  /**
   * Chooses.
   *
   * @param numbers the encoder with numbers in all of the columns
   * @param categories the columns as categories
   * @param count training rows
   */
  Chosen of(TableEncoder numbers, List<TableColumn> categories, long count) {
    RawSample sample = RawSample.draw(workers, JUDGED, count, numbers.features(), seed);
    Chosen none = new Chosen(List.of(), List.of());
    if (sample.rows().size() < 2) {
      return none;
    }
    try (Matrix y = sample.targets(outputs)) {
      Rows plain = rows(numbers, sample.features());
      if (!MedianDistance.isWidth(MedianDistance.ofFirst(plain, 2))) {
        return none;
      }
      double before = judge(plain, y);
      List<Tried> better = new ArrayList<>();
      for (List<TableColumn> each : alternatives(categories)) {
        Tried tried = tried(numbers, each, sample, y);
        if (tried.score < BETTER * before) {
          better.add(tried);
        }
      }
      if (better.size() > 1) {
        better.add(
            tried(
                numbers, better.stream().flatMap(one -> one.columns.stream()).toList(), sample, y));
      }
      Tried best = new Tried(List.of(), before);
      for (Tried one : better) {
        best = one.score < best.score ? one : best;
      }
      List<String> names = best.columns.stream().map(TableColumn::name).toList();
      return new Chosen(names, remarks(categories, names, plain, before, best.score));
    } catch (IllegalArgumentException e) {
      return none; // a target that is none is refused with its place when rows are encoded
    }
  }

  private static List<List<TableColumn>> alternatives(List<TableColumn> columns) {
    return columns.size() > MOST_ALONE ? List.of(columns) : columns.stream().map(List::of).toList();
  }

  private Tried tried(TableEncoder numbers, List<TableColumn> columns, RawSample sample, Matrix y) {
    return new Tried(columns, judge(rows(numbers.with(columns), sample.features()), y));
  }

  private static Rows rows(TableEncoder encoder, List<Features> cells) {
    return new Preprocessing(
            encoder.features(), encoder.sparse(), Precision.DOUBLE, new double[0], new double[0])
        .apply(encoder.encode(cells).rows());
  }

  private double judge(Rows rows, Matrix y) {
    Selection.Question question = questions.apply(rows).quick();
    return question.by().of(Selection.best(question, rows, y, outputs, workers));
  }

  private List<String> remarks(
      List<TableColumn> all, List<String> categories, Rows rows, double numbers, double best) {
    List<String> others =
        all.stream().map(TableColumn::name).filter(name -> !categories.contains(name)).toList();
    List<String> lines = new ArrayList<>();
    if (!categories.isEmpty()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "whole numbers that are taken as categories: %s: a %s of %.4g by left-out rows, %.4g"
                  + " as numbers",
              String.join(", ", categories),
              questions.apply(rows).by().label(),
              best,
              numbers));
    }
    if (!others.isEmpty()) {
      lines.add(
          "whole numbers that are no better as categories, and stay numbers: "
              + String.join(", ", others));
    }
    return lines;
  }
}
