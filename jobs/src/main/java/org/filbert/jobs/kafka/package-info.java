/**
 * Topics as they are asked for by jobs, and a broker on this machine. Begin with {@code
 * KafkaStreams} and {@code LocalBroker}. The records are those of {@code connectors.kafka}.
 */
@NullMarked
package org.filbert.jobs.kafka;

import org.jspecify.annotations.NullMarked;
