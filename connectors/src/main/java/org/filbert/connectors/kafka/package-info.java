/**
 * Rows, labels and predictions on Kafka topics, with dead letters and secrets. Begin with {@code
 * KafkaInput} and {@code KafkaOutput}. The parsing of a record is that of {@code connectors.text}.
 */
@NullMarked
package org.filbert.connectors.kafka;

import org.jspecify.annotations.NullMarked;
