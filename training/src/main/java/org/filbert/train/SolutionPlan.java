package org.filbert.train;

import org.filbert.plan.Plan;
import org.filbert.train.forecast.Approach;
import org.filbert.train.forecast.Speed;
import org.filbert.train.method.Method;
import org.jspecify.annotations.Nullable;

/**
 * A solution as it is planned.
 *
 * @param approach its system and its solver where these were chosen; null if they are given
 */
record SolutionPlan(Method<?> method, @Nullable Approach approach, Plan plan, Speed speed) {}
