/**
 * Processes that this one starts and stops: ports of loopback, states in files, logs. Begin with
 * {@code LocalProcess}. It does not know whether they are Flink's or Kafka's.
 */
@NullMarked
package org.filbert.jobs.process;

import org.jspecify.annotations.NullMarked;
