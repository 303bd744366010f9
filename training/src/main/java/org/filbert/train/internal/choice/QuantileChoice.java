package org.filbert.train.internal.choice;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.filbert.data.Outputs;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.model.NormalScores;
import org.filbert.model.RowEncoder;
import org.filbert.selection.Selection;
import org.filbert.table.NumberColumn;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;
import org.filbert.train.columns.Quantiles;
import org.filbert.train.rows.MedianDistance;
import org.filbert.train.rows.RawSample;
import org.filbert.workers.Workers;

/**
 * Fits {@link NormalScores} to {@value #ROWS} sampled training rows, and chooses between these and
 * the numbers as they are: by the best of some kernels' leave-one-out residuals of {@value #JUDGED}
 * rows.
 *
 * @param questions what is chosen from, with the median distance ‖x - z‖_p for p of the given rows
 * @param precision of the rows
 */
record QuantileChoice(
    Quantiles wanted,
    Function<Rows, Selection.Question> questions,
    Outputs outputs,
    Precision precision,
    long seed,
    Workers workers) {
  private static final int ROWS = 4096;
  private static final int JUDGED = 500;

  /** Numbers as they are stay unless the mean square becomes smaller than by this factor. */
  private static final double BETTER = 0.99;

  /**
   * The answer.
   *
   * @param remark what was compared; empty if nothing was
   */
  record Chosen(RowEncoder encoder, Optional<String> remark) {}

  /**
   * Chooses.
   *
   * @param encoder of the numbers that a table has become, in double precision
   * @param table from cells to these; absent if the records are numbers
   * @param count training rows
   */
  Chosen of(RowEncoder encoder, Optional<TableEncoder> table, long count) {
    Chosen unchanged = new Chosen(encoder, Optional.empty());
    if (wanted == Quantiles.NONE) {
      return unchanged;
    }
    RawSample sample = RawSample.draw(workers, ROWS, count, encoder.features(), seed);
    if (sample.rows().size() < 2) {
      return unchanged;
    }
    Rows rows = encoder.apply(sample.features());
    BitSet numbers = table.map(QuantileChoice::numbers).orElse(all(encoder.features()));
    NormalScores scores = NormalScores.fit(encoder, precision, rows, numbers::get);
    if (scores.values().length == 0) {
      return unchanged;
    }
    if (wanted == Quantiles.NORMAL) {
      return new Chosen(scores, Optional.empty());
    }
    int judged = Math.min(JUDGED, rows.count());
    Rows plain = rows.slice(0, judged);
    double[] judgements;
    try (Matrix y = sample.first(judged).targets(outputs)) {
      judgements =
          List.of(plain, scores.mapped(plain)).stream()
              .filter(QuantileChoice::varied)
              .mapToDouble(each -> judge(each, y))
              .toArray();
    } catch (IllegalArgumentException e) {
      return unchanged; // a target that is none is refused with its place when rows are encoded
    }
    boolean better = judgements.length == 2 && judgements[1] < BETTER * judgements[0];
    return new Chosen(
        better ? scores : encoder,
        judgements.length < 2
            ? Optional.empty()
            : Optional.of(
                String.format(
                    Locale.ROOT,
                    "numbers %s: a %s of %.4g by left-out rows, %.4g %s",
                    better ? "become normal quantiles of their ranks" : "stay as they are scaled",
                    questions.apply(plain).by().label(),
                    judgements[better ? 1 : 0],
                    judgements[better ? 0 : 1],
                    better ? "without" : "as normal quantiles")));
  }

  private static boolean varied(Rows rows) {
    return MedianDistance.isWidth(MedianDistance.ofFirst(rows, 2));
  }

  private double judge(Rows rows, Matrix y) {
    Selection.Question question = questions.apply(rows);
    return question.by().of(Selection.best(question, rows, y, outputs, workers));
  }

  private static BitSet all(int features) {
    BitSet all = new BitSet();
    all.set(0, features);
    return all;
  }

  /** The features that columns of numbers have become. */
  private static BitSet numbers(TableEncoder table) {
    BitSet numbers = new BitSet();
    int from = 0;
    for (TableColumn column : table.columns()) {
      if (column.encoder() instanceof NumberColumn) {
        numbers.set(from);
      }
      from += column.encoder().features();
    }
    return numbers;
  }
}
