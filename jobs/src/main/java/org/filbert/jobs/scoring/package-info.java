/** Prediction and evaluation with stored models, as Flink jobs. */
@NullMarked
package org.filbert.jobs.scoring;

import org.jspecify.annotations.NullMarked;
