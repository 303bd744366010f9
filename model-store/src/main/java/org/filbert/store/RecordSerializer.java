package org.filbert.store;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A record: its components in the order of declaration. A primitive stands for itself; a component
 * of a final class has a byte before it that is 0 for null; any other has its class before it.
 *
 * <p>What is read has to be what the components are declared as, elements of collections included;
 * null only where they are {@code @Nullable}. The canonical constructor makes the record again, so
 * that its checks apply too.
 */
final class RecordSerializer<R extends Record> extends Serializer<R> {
  private final Component[] components;
  private final MethodHandle constructor;

  RecordSerializer(Class<R> type) {
    try {
      MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
      RecordComponent[] declared = type.getRecordComponents();
      components = new Component[declared.length];
      for (int i = 0; i < declared.length; i++) {
        MethodHandle accessor = lookup.unreflect(declared[i].getAccessor());
        components[i] =
            new Component(
                declared[i].getType(),
                DeclaredType.of(declared[i].getAnnotatedType()),
                declared[i].getName() + " of " + type.getSimpleName(),
                accessor.asType(MethodType.methodType(Object.class, Object.class)));
      }
      Class<?>[] types = Stream.of(declared).map(RecordComponent::getType).toArray(Class<?>[]::new);
      constructor =
          lookup
              .findConstructor(type, MethodType.methodType(void.class, types))
              .asSpreader(Object[].class, types.length)
              .asType(MethodType.methodType(Object.class, Object[].class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("no access to record " + type.getName(), e);
    }
  }

  @Override
  public void write(Kryo kryo, Output output, R object) {
    for (Component component : components) {
      component.write(kryo, output, component.get(object));
    }
  }

  @Override
  public R read(Kryo kryo, Input input, Class<? extends R> type) {
    @Nullable Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = components[i].read(kryo, input);
    }
    try {
      return type.cast((Object) constructor.invokeExact(values));
    } catch (Throwable e) {
      throw failure("making a " + type.getName(), e);
    }
  }

  private static RuntimeException failure(String action, Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return new KryoException(action + " failed: " + e.getMessage(), e);
  }

  private record Component(
      Class<?> type, DeclaredType declared, String place, MethodHandle accessor) {
    @Nullable Object get(Object object) {
      try {
        return (Object) accessor.invokeExact(object);
      } catch (Throwable e) {
        throw failure("reading a component of " + object.getClass().getName(), e);
      }
    }

    void write(Kryo kryo, Output output, @Nullable Object value) {
      if (type.isPrimitive()) {
        kryo.writeObject(output, value);
      } else if (kryo.isFinal(type)) {
        kryo.writeObjectOrNull(output, value, type);
      } else {
        kryo.writeClassAndObject(output, value);
      }
    }

    @Nullable Object read(Kryo kryo, Input input) {
      if (type.isPrimitive()) {
        return kryo.readObject(input, type);
      }
      Object value =
          kryo.isFinal(type) ? kryo.readObjectOrNull(input, type) : kryo.readClassAndObject(input);
      declared.check(value, place);
      return value;
    }
  }
}
