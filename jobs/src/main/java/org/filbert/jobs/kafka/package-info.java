/** A local Kafka broker, and tools to try out topics. */
@NullMarked
package org.filbert.jobs.kafka;

import org.jspecify.annotations.NullMarked;
