package org.filbert.connectors.kafka;

/**
 * A record to write into a topic.
 *
 * @param key its text
 * @param json UTF-8 on one line
 */
public record KeyedJson(String key, byte[] json) {}
