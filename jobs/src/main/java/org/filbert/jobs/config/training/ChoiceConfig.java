package org.filbert.jobs.config.training;

import java.util.Optional;
import org.filbert.train.method.Measure;

/**
 * What validation rows choose by, and what becomes of them.
 *
 * @param by What decides among epochs, ridges, widths and trials. Default: {@code error}, in
 *     regression {@code rmse}
 * @param refit Whether the model is trained again with the chosen settings on all rows, validation
 *     rows too. Default: {@code true} where ridges, widths or {@code tuning} are chosen from, else
 *     {@code false}
 */
public record ChoiceConfig(Optional<Measure> by, Optional<Boolean> refit) {
  /** The measure of a task. */
  public Measure measure(boolean classes) {
    return by.orElse(classes ? Measure.ERROR : Measure.RMSE);
  }
}
