package org.filbert.jobs.scoring;

import org.jspecify.annotations.Nullable;

/**
 * What a prediction left behind.
 *
 * @param rows predicted rows
 * @param quarantined records that could not be used
 * @param quarantine the file that lists them; absent without any
 */
public record Predictions(long rows, long quarantined, @Nullable String quarantine) {}
