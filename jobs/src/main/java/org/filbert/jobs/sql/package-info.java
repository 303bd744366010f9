/**
 * Trainings as procedures of Flink SQL. Begin with {@code TrainingProcedures} and {@code
 * ProcedureCall}. What a procedure does is the business of the command that it runs.
 */
@NullMarked
package org.filbert.jobs.sql;

import org.jspecify.annotations.NullMarked;
