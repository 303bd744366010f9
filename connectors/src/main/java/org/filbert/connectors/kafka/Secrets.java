package org.filbert.connectors.kafka;

import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The client properties that are never shown or stored. */
public final class Secrets {
  /** Replaces a secret value. */
  public static final String HIDDEN = "(hidden)";

  /** Private keys in PEM form (ssl.keystore.key) are passwords to Kafka too. */
  private static final Pattern NAMES =
      Pattern.compile(
          "password|passphrase|secret|token|jaas|credential|user\\.info|keystore\\.key");

  private Secrets() {}

  /** Whether the name of a property marks its value as a secret. */
  public static boolean hides(String property) {
    return NAMES.matcher(property.toLowerCase(Locale.ROOT)).find();
  }

  /** The properties in the order of their names, with secret values replaced. */
  public static SortedMap<String, String> masked(Map<String, String> properties) {
    SortedMap<String, String> masked = new TreeMap<>(properties);
    masked.replaceAll((name, value) -> hides(name) ? HIDDEN : value);
    return masked;
  }
}
