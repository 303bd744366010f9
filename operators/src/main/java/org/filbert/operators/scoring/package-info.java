/**
 * Scoring of batches on files, topics, DataStreams and SQL by one scorer that follows newer
 * versions. Begin with {@code Scorer}. It does not know what becomes of the answers.
 */
@NullMarked
package org.filbert.operators.scoring;

import org.jspecify.annotations.NullMarked;
