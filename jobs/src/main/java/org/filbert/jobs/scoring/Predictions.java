package org.filbert.jobs.scoring;

import org.filbert.text.Coverage;
import org.jspecify.annotations.Nullable;

/**
 * Result of a prediction job.
 *
 * @param rows number of predicted rows
 * @param quarantined number of unusable records
 * @param quarantine path of the quarantine file; absent if it is empty
 * @param text counts of documents and n-grams; absent for numeric rows
 */
public record Predictions(
    long rows, long quarantined, @Nullable String quarantine, @Nullable Coverage text) {}
