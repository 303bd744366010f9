/** A Kafka broker on this machine, and topics to try a stream out. */
@NullMarked
package org.filbert.jobs.kafka;

import org.jspecify.annotations.NullMarked;
