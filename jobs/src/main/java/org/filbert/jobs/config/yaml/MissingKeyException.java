package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonMappingException;

/** A section lacks a key that has no default. */
final class MissingKeyException extends JsonMappingException {
  private static final long serialVersionUID = 1;

  MissingKeyException(JsonParser parser, String key) {
    super(parser, "missing key " + key);
  }
}
