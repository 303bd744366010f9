package org.filbert.workers;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.stream.Stream;
import org.filbert.data.Rows;
import org.filbert.linalg.Matrix;
import org.jspecify.annotations.Nullable;

/** The size of a task or an answer: that of all matrices and rows within it. */
final class Payload {
  private static final ClassValue<Method[]> ACCESSORS =
      new ClassValue<>() {
        @Override
        protected Method[] computeValue(Class<?> type) {
          return Stream.of(type.getRecordComponents())
              .map(RecordComponent::getAccessor)
              .peek(accessor -> accessor.setAccessible(true)) // messages are not public
              .toArray(Method[]::new);
        }
      };

  private Payload() {}

  /** Bytes of the elements. Single numbers and names are not counted. */
  static long bytes(@Nullable Object message) {
    if (message instanceof Matrix matrix) {
      return matrix.bytes();
    }
    if (message instanceof Rows rows) {
      return rows.bytes();
    }
    if (message instanceof Collection<?> parts) {
      return parts.stream().mapToLong(Payload::bytes).sum();
    }
    long sum = 0;
    if (message instanceof Record) {
      for (Method accessor : ACCESSORS.get(message.getClass())) {
        sum += bytes(component(message, accessor));
      }
    }
    return sum;
  }

  private static @Nullable Object component(Object message, Method accessor) {
    try {
      return accessor.invoke(message);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("no access to " + accessor, e);
    }
  }
}
