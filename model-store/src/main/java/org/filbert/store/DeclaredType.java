package org.filbert.store;

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
 * What a component of a record may be, as it is declared there. Only the source code's compiler
 * looks at type arguments and at what may be null; a value that comes as bytes is checked here.
 *
 * @param type of the value itself; anything if it is a variable
 * @param nullable whether it may be null
 * @param elements of an array or a collection, or keys and values; none if they may be anything
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
   * Refuses a value that the declaration does not allow.
   *
   * @param place for the message
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
