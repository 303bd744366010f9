/** Streams from and to Kafka topics. */
@NullMarked
package org.filbert.connectors.kafka;

import org.jspecify.annotations.NullMarked;
