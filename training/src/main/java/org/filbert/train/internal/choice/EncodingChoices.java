package org.filbert.train.internal.choice;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.filbert.data.Outputs;
import org.filbert.data.Rows;
import org.filbert.linalg.Precision;
import org.filbert.model.Preprocessing;
import org.filbert.model.RowEncoder;
import org.filbert.selection.Selection;
import org.filbert.table.TableColumn;
import org.filbert.table.TableEncoder;
import org.filbert.train.columns.Quantiles;
import org.filbert.train.rows.RawSample;
import org.filbert.workers.Workers;

/** The choices between encodings of the rows and of the targets, with what they found. */
public final class EncodingChoices {
  private final Questions questions;
  private final long seed;
  private final Workers workers;
  private final List<String> remarks = new ArrayList<>();
  private double seconds;

  /** What a choice between encodings of some rows is made by. */
  public interface Questions {
    /** The kernels, ridges and the criterion for rows in a precision. */
    Selection.Question of(Rows rows, Precision precision, Outputs outputs);
  }

  public EncodingChoices(Questions questions, long seed, Workers workers) {
    this.questions = questions;
    this.seed = seed;
    this.workers = workers;
  }

  /** What was chosen, a line each. */
  public List<String> remarks() {
    return List.copyOf(remarks);
  }

  /** Time that the comparisons took. */
  public double seconds() {
    return seconds;
  }

  /**
   * The numbers as normal quantiles, if these are wanted and chosen.
   *
   * @param precision of the rows
   * @param table from cells to the numbers; absent if the records are numbers
   * @param count training rows
   */
  public RowEncoder quantiles(
      Quantiles wanted,
      Precision precision,
      Preprocessing numbers,
      Optional<TableEncoder> table,
      long count,
      Outputs outputs) {
    long before = System.nanoTime();
    QuantileChoice.Chosen chosen =
        new QuantileChoice(
                wanted,
                rows -> questions.of(rows, precision, outputs),
                outputs,
                precision,
                seed,
                workers)
            .of(numbers, table, count);
    chosen.remark().ifPresent(remarks::add);
    seconds += (System.nanoTime() - before) / 1e9;
    return chosen.encoder();
  }

  /**
   * The names of columns of whole numbers that are categories.
   *
   * @param numbers the encoder with numbers in all of the columns
   * @param categories the columns as categories
   * @param count training rows
   */
  public List<String> categories(
      TableEncoder numbers, List<TableColumn> categories, long count, Outputs outputs) {
    long before = System.nanoTime();
    ColumnChoice.Chosen chosen =
        new ColumnChoice(
                rows -> questions.of(rows, Precision.DOUBLE, outputs), outputs, seed, workers)
            .of(numbers, categories, count);
    remarks.addAll(chosen.remarks());
    seconds += (System.nanoTime() - before) / 1e9;
    return chosen.categories();
  }

  /**
   * The precision of a run whose ridge is open.
   *
   * @param encoder in double precision
   * @param sample of the training rows
   * @param count training rows
   */
  public Precision precision(RowEncoder encoder, RawSample sample, long count, Outputs outputs) {
    long before = System.nanoTime();
    RidgePrecision.Chosen chosen =
        new RidgePrecision(questions, outputs, workers).of(encoder, sample, count);
    chosen.remark().ifPresent(remarks::add);
    seconds += (System.nanoTime() - before) / 1e9;
    return chosen.precision();
  }

  /**
   * Whether logarithms of the targets are learned.
   *
   * @param count training rows
   */
  public boolean logarithms(RowEncoder encoder, long count, Outputs outputs) {
    long before = System.nanoTime();
    LogarithmChoice.Chosen chosen =
        new LogarithmChoice(rows -> questions.of(rows, encoder.precision(), outputs), seed, workers)
            .of(encoder, outputs, count);
    chosen.remark().ifPresent(remarks::add);
    seconds += (System.nanoTime() - before) / 1e9;
    return chosen.better();
  }
}
