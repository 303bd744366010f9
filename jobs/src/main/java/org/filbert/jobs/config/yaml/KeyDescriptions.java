package org.filbert.jobs.config.yaml;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Properties;

/**
 * The meanings of a configuration's keys in one sentence or two. They are the Javadoc of the
 * records' components, which a test of this module writes into the resource {@code
 * keys.properties}.
 */
public record KeyDescriptions(Properties texts) {
  public static KeyDescriptions stored() {
    Properties texts = new Properties();
    try (Reader reader =
        new InputStreamReader(
            Objects.requireNonNull(KeyDescriptions.class.getResourceAsStream("keys.properties")),
            StandardCharsets.UTF_8)) {
      texts.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new KeyDescriptions(texts);
  }

  /** Empty if there is none, as for the options of another library's solver. */
  public String of(Class<?> section, String key) {
    return texts.getProperty(name(section, key), "");
  }

  public static String name(Class<?> section, String key) {
    String type = section.getName().substring(section.getPackageName().length() + 1);
    return key.isEmpty() ? type : type + "." + key;
  }
}
