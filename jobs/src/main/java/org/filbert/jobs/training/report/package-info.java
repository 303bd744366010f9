/**
 * What a run tells: the plan's file, the curve, summary, charts and the page. Begin with {@link
 * org.filbert.jobs.training.report.Summary} and {@code TrainingReport}. It does not know when these
 * are written.
 */
@NullMarked
package org.filbert.jobs.training.report;

import org.jspecify.annotations.NullMarked;
