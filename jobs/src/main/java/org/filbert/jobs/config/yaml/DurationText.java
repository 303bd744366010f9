package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as text: a whole number and one of ms, s, m, h. */
public final class DurationText {
  public static final String ALLOWED = "a duration such as 500ms, 60s, 5m or 1h";
  private static final Pattern FORMAT = Pattern.compile("(\\d{1,18})\\s*(ms|s|m|h)");

  private DurationText() {}

  /**
   * Reads a duration.
   *
   * @throws IllegalArgumentException for another text
   */
  public static Duration parse(String text) {
    Matcher matcher = FORMAT.matcher(text);
    if (!matcher.matches()) {
      throw noDuration(text, null);
    }
    long millis =
        switch (matcher.group(2)) {
          case "ms" -> 1;
          case "s" -> 1_000;
          case "m" -> 60_000;
          default -> 3_600_000;
        };
    try {
      return Duration.ofMillis(Math.multiplyExact(Long.parseLong(matcher.group(1)), millis));
    } catch (ArithmeticException e) {
      throw noDuration(text, e);
    }
  }

  private static IllegalArgumentException noDuration(String text, @Nullable Exception cause) {
    return new IllegalArgumentException("must be " + ALLOWED + ", found '" + text + "'", cause);
  }

  public static String format(Duration duration) {
    return duration.toMillisPart() == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
  }

  public static SimpleModule module() {
    return new SimpleModule("durations")
        .addSerializer(new Serializer())
        .addDeserializer(Duration.class, new Deserializer());
  }

  private static final class Serializer extends StdSerializer<Duration> {
    private static final long serialVersionUID = 1;

    Serializer() {
      super(Duration.class);
    }

    @Override
    public void serialize(Duration value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeString(format(value));
    }
  }

  private static final class Deserializer extends StdDeserializer<Duration> {
    private static final long serialVersionUID = 1;

    Deserializer() {
      super(Duration.class);
    }

    @Override
    public Duration deserialize(JsonParser in, DeserializationContext context) throws IOException {
      if (in.currentToken() != JsonToken.VALUE_STRING) {
        return (Duration) context.handleUnexpectedToken(Duration.class, in);
      }
      try {
        return parse(in.getText());
      } catch (IllegalArgumentException e) {
        throw context.weirdStringException(in.getText(), Duration.class, ALLOWED);
      }
    }
  }
}
