/**
 * Sections that configurations of trainings and of streams have in common: columns, preprocessing,
 * topics, the model's name, the run. Begin with {@link
 * org.filbert.jobs.config.section.PreprocessingConfig}. They know neither the whole that they are a
 * part of nor Flink.
 */
@NullMarked
package org.filbert.jobs.config.section;

import org.jspecify.annotations.NullMarked;
