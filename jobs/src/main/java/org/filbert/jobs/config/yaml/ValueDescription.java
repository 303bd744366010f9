package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.databind.EnumNamingStrategies;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.filbert.data.Excerpt;

/** Words for what a configuration holds and for what it may hold. */
public final class ValueDescription {
  private static final Set<Class<?>> WHOLE_NUMBERS =
      Set.of(
          int.class, long.class, Integer.class, Long.class, OptionalInt.class, OptionalLong.class);
  private static final Set<Class<?>> NUMBERS =
      Set.of(double.class, float.class, Double.class, Float.class, OptionalDouble.class);
  private static final Set<Class<?>> TEXTS = Set.of(String.class, Path.class);
  private static final Set<Class<?>> BOOLEANS = Set.of(boolean.class, Boolean.class);

  private static final int LONGEST_SHOWN = 100;

  private ValueDescription() {}

  public static String found(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT -> "a section of keys";
      case ARRAY -> "a list";
      case STRING -> "the text '" + shown(node) + "'";
      case MISSING, NULL -> "nothing";
      default -> shown(node);
    };
  }

  private static String shown(JsonNode scalar) {
    return Excerpt.of(scalar.asText(), LONGEST_SHOWN);
  }

  public static boolean isWholeNumber(Class<?> type) {
    return WHOLE_NUMBERS.contains(type);
  }

  public static boolean isNumber(Class<?> type) {
    return NUMBERS.contains(type);
  }

  public static boolean isBoolean(Class<?> type) {
    return BOOLEANS.contains(type);
  }

  static String allowed(Class<?> type) {
    if (type == Duration.class) {
      return DurationText.ALLOWED;
    }
    if (type.isEnum()) {
      return "one of "
          + Arrays.stream(type.getEnumConstants())
              .map(
                  constant ->
                      EnumNamingStrategies.KEBAB_CASE.convertEnumToExternalName(
                          ((Enum<?>) constant).name()))
              .collect(Collectors.joining(", "));
    }
    if (Automatic.is(type)) {
      return (isWholeNumber(type) ? allowed(int.class) : allowed(double.class)) + ", or auto";
    }
    if (isWholeNumber(type)) {
      return type == int.class || type == Integer.class
          ? "a whole number of at most " + Integer.MAX_VALUE
          : "a whole number of at most " + Long.MAX_VALUE;
    }
    if (isNumber(type)) {
      return "a number";
    }
    if (isBoolean(type)) {
      return "true or false";
    }
    if (TEXTS.contains(type)) {
      return "text (quote it if it looks like a number or true or false)";
    }
    return Collection.class.isAssignableFrom(type) ? "a list" : "a section of keys";
  }
}
