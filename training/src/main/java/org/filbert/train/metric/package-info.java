/**
 * The iteration that learns a metric of the inputs from gradients of solutions, and the importances
 * of inputs. Begin with {@link org.filbert.train.metric.MetricSearch}. It does not know how a
 * solution is found.
 */
@NullMarked
package org.filbert.train.metric;

import org.jspecify.annotations.NullMarked;
