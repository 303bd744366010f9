package org.filbert.jobs.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.util.Collection;

/** A section lacks a key that has no default. */
final class MissingKeyException extends JsonMappingException {
  private static final long serialVersionUID = 1;

  private final transient Collection<String> allowed;

  MissingKeyException(JsonParser parser, String key, Collection<String> allowed) {
    super(parser, "missing key " + key);
    this.allowed = allowed;
  }

  /** The keys that the section may have. */
  Collection<String> allowed() {
    return allowed;
  }
}
