/**
 * The configuration of {@code train-online}, by sections. Begin with {@link
 * org.filbert.jobs.config.stream.OnlineConfig}. It does not know how a stream is run.
 */
@NullMarked
package org.filbert.jobs.config.stream;

import org.jspecify.annotations.NullMarked;
