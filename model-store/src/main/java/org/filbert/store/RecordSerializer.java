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
import java.util.ArrayList;
import java.util.List;
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
  /** Looked up once for each class, as access to a record takes long to get. */
  private static final ClassValue<Access> ACCESS =
      new ClassValue<>() {
        @Override
        protected Access computeValue(Class<?> type) {
          return Access.to(type);
        }
      };

  private final Access access;

  RecordSerializer(Class<R> type) {
    access = accessTo(type);
  }

  static Access accessTo(Class<?> type) {
    return ACCESS.get(type);
  }

  @Override
  public void write(Kryo kryo, Output output, R object) {
    for (Component component : access.components) {
      component.write(kryo, output, component.get(object));
    }
  }

  @Override
  public R read(Kryo kryo, Input input, Class<? extends R> type) {
    @Nullable Object[] values = new Object[access.components.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = access.components.get(i).read(kryo, input);
    }
    return type.cast(access.make(type, values));
  }

  private static RuntimeException failure(String action, Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return new KryoException(action + " failed: " + e.getMessage(), e);
  }

  /** How the components of a record are had, and the record made of them. */
  record Access(List<Component> components, MethodHandle constructor) {
    Object make(Class<?> type, @Nullable Object[] values) {
      try {
        return (Object) constructor.invokeExact(values);
      } catch (Throwable e) {
        throw failure("making a " + type.getName(), e);
      }
    }

    private static Access to(Class<?> type) {
      try {
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        List<Component> components = new ArrayList<>();
        for (RecordComponent declared : type.getRecordComponents()) {
          MethodHandle accessor = lookup.unreflect(declared.getAccessor());
          components.add(
              new Component(
                  declared.getType(),
                  DeclaredType.of(declared.getAnnotatedType()),
                  declared.getName(),
                  declared.getName() + " of " + type.getSimpleName(),
                  accessor.asType(MethodType.methodType(Object.class, Object.class))));
        }
        List<Class<?>> types = components.stream().<Class<?>>map(Component::type).toList();
        MethodHandle constructor =
            lookup
                .findConstructor(type, MethodType.methodType(void.class, types))
                .asSpreader(Object[].class, types.size())
                .asType(MethodType.methodType(Object.class, Object[].class));
        return new Access(List.copyOf(components), constructor);
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException("no access to record " + type.getName(), e);
      }
    }
  }

  record Component(
      Class<?> type, DeclaredType declared, String name, String place, MethodHandle accessor) {
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
      check(value);
      return value;
    }

    void check(@Nullable Object value) {
      declared.check(value, place);
    }
  }
}
