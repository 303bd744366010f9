package org.filbert.store.codec;

import com.esotericsoftware.kryo.KryoException;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The declared type of a record's component. The compiler checks type arguments and nullness in
 * source code only; values that are read from bytes are checked here.
 *
 * @param type class of the value; {@code Object} for a type variable
 * @param nullable whether the value may be null
 * @param elements element type of an array or a collection, or key and value type; empty if unknown
 */
record DeclaredType(Class<?> type, boolean nullable, List<DeclaredType> elements) {
  static DeclaredType of(AnnotatedType declared) {
    boolean nullable = declared.isAnnotationPresent(Nullable.class);
    if (declared instanceof AnnotatedParameterizedType parameterized) {
      return new DeclaredType(
          raw(declared.getType()),
          nullable,
          Stream.of(parameterized.getAnnotatedActualTypeArguments())
              .map(DeclaredType::of)
              .toList());
    }
    if (declared instanceof AnnotatedArrayType array && !componentOf(array).isPrimitive()) {
      return new DeclaredType(
          Object[].class, nullable, List.of(of(array.getAnnotatedGenericComponentType())));
    }
    return declared.getType() instanceof Class<?> type
        ? new DeclaredType(type, nullable, List.of())
        : new DeclaredType(Object.class, true, List.of());
  }

  private static Class<?> raw(Type type) {
    return (Class<?>) ((ParameterizedType) type).getRawType();
  }

  private static Class<?> componentOf(AnnotatedArrayType array) {
    return array.getAnnotatedGenericComponentType().getType() instanceof Class<?> type
        ? type
        : Object.class;
  }

  /**
   * @param place for the message
   * @throws KryoException if the declaration does not allow the value
   */
  void check(@Nullable Object value, String place) {
    if (value == null) {
      require(nullable, "null", place);
      return;
    }
    require(type.isPrimitive() || type.isInstance(value), value.getClass().getName(), place);
    if (value instanceof Object[] array && elements.size() == 1) {
      for (Object element : array) {
        elements.get(0).check(element, place);
      }
    } else if (value instanceof Collection<?> collection && elements.size() == 1) {
      for (Object element : collection) {
        elements.get(0).check(element, place);
      }
    } else if (value instanceof Map<?, ?> map && elements.size() == 2) {
      map.forEach(
          (key, element) -> {
            elements.get(0).check(key, place);
            elements.get(1).check(element, place);
          });
    }
  }

  private void require(boolean allowed, String found, String place) {
    if (!allowed) {
      throw new KryoException(
          "found %s in %s, expected a %s".formatted(found, place, type.getSimpleName()));
    }
  }
}
