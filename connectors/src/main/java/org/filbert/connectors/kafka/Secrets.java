package org.filbert.connectors.kafka;

import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Which client properties are never shown nor stored. */
public final class Secrets {
  /** What stands for a secret value. */
  public static final String HIDDEN = "(hidden)";

  /** Private keys in PEM form are passwords to Kafka too: ssl.keystore.key. */
  private static final Pattern NAMES =
      Pattern.compile(
          "password|passphrase|secret|token|jaas|credential|user\\.info|keystore\\.key");

  private Secrets() {}

  /** Whether the value of a property is a secret, to judge by its name. */
  public static boolean hides(String property) {
    return NAMES.matcher(property.toLowerCase(Locale.ROOT)).find();
  }

  /** The properties in the order of their names, secret values replaced. */
  public static SortedMap<String, String> masked(Map<String, String> properties) {
    SortedMap<String, String> masked = new TreeMap<>(properties);
    masked.replaceAll((name, value) -> hides(name) ? HIDDEN : value);
    return masked;
  }
}
