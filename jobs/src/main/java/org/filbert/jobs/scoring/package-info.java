/**
 * The commands {@code predict} and {@code evaluate}, on files and topics. Begin with {@code
 * ScoringJob}, then {@code Evaluator}. Batches are scored in {@code operators.scoring}.
 */
@NullMarked
package org.filbert.jobs.scoring;

import org.jspecify.annotations.NullMarked;
