package org.filbert.train;

import java.util.List;
import org.filbert.data.Instance;
import org.filbert.model.TrainedModel;
import org.filbert.train.method.HeldOutQuality;
import org.filbert.train.method.HeldOutScores;
import org.jspecify.annotations.Nullable;

/**
 * What a training run ends with.
 *
 * @param heldOut quality of the model for held-out rows; null without any, and of a run that went
 *     on from a checkpoint of an earlier version
 * @param leftOut quality of the model for training rows without their own help, exactly; null
 *     without a choice by left-out rows, or where the solution does not tell it
 * @param scores of validation rows, where a fold's are to be kept
 * @param examples training records as they were read, in random order; none unless they were asked
 *     for by {@link Training#keepingExamples}
 */
public record Trained(
    TrainedModel model,
    @Nullable HeldOutQuality heldOut,
    @Nullable HeldOutQuality leftOut,
    @Nullable HeldOutScores scores,
    List<Instance.Example> examples) {}
