package org.filbert.estimators;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.filbert.kernel.MetricOptions;
import org.filbert.kernel.MetricOptions.Learn;
import org.filbert.kernel.Width;
import org.filbert.train.columns.DateNotation;
import org.filbert.train.columns.Fill;
import org.jspecify.annotations.Nullable;

/** Makes a record of texts, by the names of its components. */
final class RecordBinder {
  private RecordBinder() {}

  /** Names of a record's components. */
  static List<String> keys(Class<?> type) {
    return Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList();
  }

  /**
   * Makes a record.
   *
   * @param what it is, for messages
   * @throws IllegalArgumentException for a key that the record does not have, one that is missing,
   *     a value of another type, or one that the record refuses
   */
  static <R> R bind(String what, Class<R> type, Map<String, String> values) {
    List<String> keys = keys(type);
    for (String key : values.keySet()) {
      if (!keys.contains(key)) {
        throw new IllegalArgumentException(
            what + " has no " + key + ", allowed are " + String.join(", ", keys));
      }
    }
    List<Class<?>> types = new ArrayList<>();
    List<Object> arguments = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      types.add(component.getType());
      arguments.add(value(what, component, values.get(component.getName())));
    }
    try {
      Constructor<R> constructor = type.getDeclaredConstructor(types.toArray(Class<?>[]::new));
      return constructor.newInstance(arguments.toArray());
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException refused) {
        throw refused;
      }
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object value(String what, RecordComponent component, @Nullable String text) {
    Class<?> type = component.getType();
    String key = component.getName();
    if (type == OptionalInt.class) {
      return text == null
          ? OptionalInt.empty()
          : OptionalInt.of((int) parse(what, key, int.class, text));
    }
    if (type == OptionalDouble.class) {
      return text == null
          ? OptionalDouble.empty()
          : OptionalDouble.of((double) parse(what, key, double.class, text));
    }
    if (type == Optional.class) {
      Type inner = ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
      return text == null
          ? Optional.empty()
          : Optional.of(parse(what, key, (Class<?>) inner, text));
    }
    if (text == null) {
      throw new IllegalArgumentException(what + " needs " + key);
    }
    if (type == List.class) {
      Type inner = ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
      return Arrays.stream(text.split(",", -1))
          .map(each -> parse(what, key, (Class<?>) inner, each.strip()))
          .toList();
    }
    return parse(what, key, type, text);
  }

  private static Object parse(String what, String key, Class<?> type, String text) {
    try {
      if (type == int.class) {
        return Integer.parseInt(text);
      }
      if (type == double.class) {
        return Double.parseDouble(text);
      }
      if (type == Width.class) {
        return switch (text) {
          case "median" -> Width.MEDIAN;
          case "auto" -> Width.AUTOMATIC;
          default -> new Width(List.of(Double.parseDouble(text)));
        };
      }
      if (type == MetricOptions.class) {
        return MetricOptions.of((Learn) parse(what, key, Learn.class, text));
      }
      if (type == Fill.class) {
        return Fill.parse(text);
      }
      if (type == DateNotation.class) {
        return DateNotation.of(text);
      }
      if ((type == boolean.class || type == Boolean.class)
          && (text.equals("true") || text.equals("false"))) {
        return Boolean.parseBoolean(text);
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          what + ": " + key + " is \"" + text + "\", must be a number", e);
    }
    for (Object constant : type.isEnum() ? type.getEnumConstants() : new Object[0]) {
      if (name(constant).equals(text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        what
            + ": "
            + key
            + " is \""
            + text
            + "\", "
            + (type.isEnum()
                ? "allowed are "
                    + String.join(
                        ", ",
                        Arrays.stream(type.getEnumConstants()).map(RecordBinder::name).toList())
                : "must be true or false"));
  }

  /** The name of a constant in a configuration. */
  private static String name(Object constant) {
    return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
