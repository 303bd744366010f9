package org.filbert.jobs.scoring;

import org.filbert.text.Coverage;
import org.jspecify.annotations.Nullable;

/**
 * What a prediction left behind.
 *
 * @param rows predicted rows
 * @param quarantined records that could not be used
 * @param quarantine the file that lists them; absent without any
 * @param text what became of the rows' documents; absent if they are numbers
 */
public record Predictions(
    long rows, long quarantined, @Nullable String quarantine, @Nullable Coverage text) {}
