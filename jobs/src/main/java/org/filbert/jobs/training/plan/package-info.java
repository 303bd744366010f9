/**
 * The command {@code plan}: what a training would take in memory and time, without it. Begin with
 * {@link org.filbert.jobs.training.plan.PlanJob}. The arithmetic is that of {@code
 * org.filbert.train.forecast}.
 */
@NullMarked
package org.filbert.jobs.training.plan;

import org.jspecify.annotations.NullMarked;
