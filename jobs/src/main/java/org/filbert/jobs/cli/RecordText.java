package org.filbert.jobs.cli;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Formats a Kafka record as text.
 *
 * @param headers whether key and headers precede the value, each on a line
 */
record RecordText(boolean headers) {
  String of(ConsumerRecord<String, String> record) {
    if (!headers) {
      return String.valueOf(record.value());
    }
    StringBuilder text = new StringBuilder("key: ").append(record.key()).append('\n');
    for (Header header : record.headers()) {
      text.append(header.key())
          .append(": ")
          .append(new String(header.value(), StandardCharsets.UTF_8))
          .append('\n');
    }
    return text.append(record.value()).append('\n').toString();
  }
}
