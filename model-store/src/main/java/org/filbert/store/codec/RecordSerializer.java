package org.filbert.store.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.filbert.data.FormerName;
import org.jspecify.annotations.Nullable;

/**
 * Writes the components of a record in the order of their declaration. A primitive is written as it
 * is. A byte precedes a component of a final class and is 0 for null. The class precedes any other
 * component.
 *
 * <p>Values must match the declared types, including the elements of collections. Null is allowed
 * for {@code @Nullable} components only. A record is created by its canonical constructor, whose
 * checks apply.
 */
final class RecordSerializer<R extends Record> extends Serializer<R> {
  private static final int ALL = Integer.MAX_VALUE;

  /**
   * Looked up when the first record of a class is met, as the look-up is slow and most registered
   * classes are not used in a run.
   */
  private static final ClassValue<Access> ACCESS =
      new ClassValue<>() {
        @Override
        protected Access computeValue(Class<?> type) {
          return Access.to(type);
        }
      };

  private final int stored;

  RecordSerializer() {
    this(ALL);
  }

  /** Reads records of which only so many components were stored; the others are null. */
  RecordSerializer(int stored) {
    this.stored = stored;
  }

  static Access accessTo(Class<?> type) {
    return ACCESS.get(type);
  }

  @Override
  public void write(Kryo kryo, Output output, R object) {
    for (Component component : accessTo(object.getClass()).components) {
      component.write(kryo, output, component.get(object));
    }
  }

  @Override
  public R read(Kryo kryo, Input input, Class<? extends R> type) {
    Access access = accessTo(type);
    @Nullable Object[] values = new Object[access.components.size()];
    for (int i = 0; i < Math.min(stored, values.length); i++) {
      values[i] = access.components.get(i).read(kryo, input);
    }
    return type.cast(access.make(type, values));
  }

  /** Accessors of the components, and the constructor. */
  record Access(List<Component> components, Constructor<?> constructor) {
    Object make(Class<?> type, @Nullable Object[] values) {
      try {
        return constructor.newInstance(values);
      } catch (ReflectiveOperationException | IllegalArgumentException e) {
        throw failure("making a " + type.getName(), e);
      }
    }

    private static Access to(Class<?> type) {
      List<Component> components = new ArrayList<>();
      for (RecordComponent declared : type.getRecordComponents()) {
        Method accessor = declared.getAccessor();
        accessor.setAccessible(true);
        components.add(
            new Component(
                declared.getType(),
                DeclaredType.of(declared.getAnnotatedType()),
                declared.getName(),
                declared.getAnnotation(FormerName.class),
                declared.getName() + " of " + type.getSimpleName(),
                accessor));
      }
      Class<?>[] types = components.stream().map(Component::type).toArray(Class<?>[]::new);
      try {
        Constructor<?> constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return new Access(List.copyOf(components), constructor);
      } catch (NoSuchMethodException e) {
        throw new IllegalArgumentException("no access to record " + type.getName(), e);
      }
    }
  }

  private static RuntimeException failure(String action, Exception e) {
    Throwable cause =
        e instanceof InvocationTargetException thrown ? thrown.getTargetException() : e;
    if (cause instanceof Error error) {
      throw error;
    }
    return new KryoException(action + " failed: " + cause.getMessage(), cause);
  }

  record Component(
      Class<?> type,
      DeclaredType declared,
      String name,
      @Nullable FormerName former,
      String place,
      Method accessor) {
    /** Whether a state names it so. */
    boolean isNamed(String found) {
      return name.equals(found) || (former != null && List.of(former.value()).contains(found));
    }

    @Nullable Object get(Object object) {
      try {
        return accessor.invoke(object);
      } catch (ReflectiveOperationException e) {
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
