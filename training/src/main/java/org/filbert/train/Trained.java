package org.filbert.train;

import org.filbert.model.TrainedModel;
import org.filbert.train.method.HeldOutQuality;
import org.filbert.train.method.HeldOutScores;
import org.jspecify.annotations.Nullable;

/**
 * What a training run ends with.
 *
 * @param heldOut quality of the model for held-out rows; null without any, and of a run that went
 *     on from a checkpoint of an earlier version
 * @param scores of validation rows, where a fold's are to be kept
 */
public record Trained(
    TrainedModel model, @Nullable HeldOutQuality heldOut, @Nullable HeldOutScores scores) {}
