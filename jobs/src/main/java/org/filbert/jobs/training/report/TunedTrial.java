package org.filbert.jobs.training.report;

import java.io.Serializable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of the trials that settings were chosen from, in the summary.
 *
 * @param trial its number, from 1
 * @param settings values of the keys that are searched
 * @param budget share of the rows or epochs that it had
 * @param value what validation rows chose by, the mean over folds; absent if it failed
 * @param validationError share of misclassified validation rows or their root mean squared error
 * @param epochs up to the best one
 * @param seconds of training, of trials that were solved side by side an equal share
 * @param failure why there is no value
 * @param chosen whether it is the one that the model has
 */
public record TunedTrial(
    int trial,
    Map<String, String> settings,
    double budget,
    @Nullable Double value,
    @Nullable Double validationError,
    int epochs,
    double seconds,
    @Nullable String failure,
    boolean chosen)
    implements Serializable {
  private static final long serialVersionUID = 1L;
}
