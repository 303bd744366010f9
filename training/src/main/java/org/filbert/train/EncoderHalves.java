package org.filbert.train;

import java.util.Optional;
import org.filbert.data.RefusedException;
import org.filbert.linalg.Precision;
import org.filbert.model.LearnedMetric;
import org.filbert.model.NormalScores;
import org.filbert.model.Preprocessing;
import org.filbert.model.RowEncoder;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.table.TableEncoder;

/** The two halves of an encoder: cells become numbers, numbers become features. */
final class EncoderHalves {
  private EncoderHalves() {}

  /**
   * The numbers' half of a model that a run begins with.
   *
   * @throws RefusedException if its rows have another precision than is asked for
   */
  static RowEncoder of(TrainedModel from, Optional<Precision> asked) {
    Precision precision = from.preprocessing().precision();
    if (asked.orElse(precision) != precision) {
      throw new RefusedException(
          "from is a model of rows in precision %s, this run's is %s"
              .formatted(precision, asked.orElseThrow()));
    }
    return ofNumbers(from.preprocessing());
  }

  /** Both halves. */
  static RowEncoder ofCells(TableEncoder table, RowEncoder numbers) {
    return numbers instanceof NormalScores scores
        ? scores.of(ofCells(table, scores.encoder()))
        : new TablePreprocessing(table, (Preprocessing) numbers);
  }

  /** The part of an encoder that goes on with the numbers that a table has become. */
  private static RowEncoder ofNumbers(RowEncoder encoder) {
    if (encoder instanceof NormalScores scores) {
      return scores.of(ofNumbers(scores.encoder()));
    }
    if (encoder instanceof LearnedMetric metric) {
      return metric.of(ofNumbers(metric.encoder()));
    }
    return encoder instanceof TablePreprocessing table ? table.numbers() : encoder;
  }
}
