package org.filbert.jobs.scoring;

import org.filbert.text.Coverage;
import org.jspecify.annotations.Nullable;

/**
 * Result of a prediction job.
 *
 * @param rows number of predicted rows
 * @param quarantined number of unusable records
 * @param quarantine path of the quarantine file; absent if it is empty
 * @param farRows number of rows that are beyond the model's reach
 * @param text counts of documents and n-grams; absent for numeric rows
 */
public record Predictions(
    long rows,
    long quarantined,
    @Nullable String quarantine,
    long farRows,
    @Nullable Coverage text) {}
