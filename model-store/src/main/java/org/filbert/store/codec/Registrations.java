package org.filbert.store.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.filbert.data.DenseRows;
import org.filbert.data.SparseRows;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.jspecify.annotations.Nullable;

/**
 * The classes that a {@link KryoCodec} knows, by what stands for them in the bytes: their ids, or
 * their names. Ids of the base classes are fixed for ever, because stored models use them.
 *
 * @param named classes that the bytes name, with the names of their components or constants; the
 *     last name of a class is the one that is written
 * @param former ids of records that had fewer components
 */
public record Registrations(
    SortedMap<Integer, Class<?>> classes,
    Map<String, Class<?>> named,
    List<Former> former,
    ClassLoader loader) {
  /**
   * A former id of a record, which had only its first components then. The others are null, so they
   * must be nullable. It is read and never written.
   */
  public record Former(int id, Class<?> type, int components) {}

  /** First id after those of the base classes. */
  private static final int FIRST_MESSAGE = 1000;

  /** Consecutive ids in the order of the names. */
  static Registrations ofMessages(List<Class<?>> messages) {
    SortedMap<Integer, Class<?>> classes = new TreeMap<>();
    for (Class<?> message : MessageClasses.of(messages)) {
      classes.put(FIRST_MESSAGE + classes.size(), message);
    }
    return new Registrations(classes, Map.of(), List.of(), loader(messages));
  }

  /** Names instead of ids. */
  static Registrations byNames(List<Class<?>> messages) {
    Map<String, Class<?>> named = new LinkedHashMap<>();
    for (Class<?> message : MessageClasses.of(messages)) {
      FormerNames.of(message).forEach(name -> named.putIfAbsent(name, message));
    }
    for (Class<?> message : MessageClasses.of(messages)) {
      named.remove(message.getName()); // it comes last
      named.put(message.getName(), message);
    }
    return new Registrations(new TreeMap<>(), named, List.of(), loader(messages));
  }

  /** User code has its own class loader on a cluster: that of the messages, which come from it. */
  private static ClassLoader loader(List<Class<?>> messages) {
    for (Class<?> message : messages) {
      if (message.getClassLoader() != null) {
        return message.getClassLoader();
      }
    }
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context != null ? context : ClassLoader.getSystemClassLoader();
  }

  /** A new Kryo that knows these classes and the base classes, and no other. */
  Kryo kryo() {
    Kryo kryo = new CollectionKindKryo(named);
    kryo.setClassLoader(loader);
    kryo.setRegistrationRequired(true);
    kryo.setReferences(false);
    kryo.setOptimizedGenerics(false);
    registerBase(kryo);
    former.forEach(old -> kryo.register(old.type, new RecordSerializer<>(old.components), old.id));
    classes.forEach(
        (id, type) -> {
          if (kryo.getClassResolver().getRegistration(type) == null || isFormer(type)) {
            kryo.register(type, byId(type), id); // also the one that is written
          }
        });
    named.forEach(
        (name, type) -> {
          if (kryo.getClassResolver().getRegistration(type) == null) {
            kryo.getClassResolver()
                .register(new Registration(type, byName(type), DefaultClassResolver.NAME));
          }
        });
    return kryo;
  }

  private boolean isFormer(Class<?> type) {
    return former.stream().anyMatch(old -> old.type == type);
  }

  private static void registerBase(Kryo kryo) {
    LittleEndian bytes = new LittleEndian();
    // Kryo itself has taken 0 to 9 for the primitive types and their boxes, and 1 for String.
    kryo.register(String.class, new StringSerializer(bytes));
    kryo.register(byte[].class, new ArraySerializer<>(ElementType.BYTES, bytes), 10);
    kryo.register(int[].class, new ArraySerializer<>(ElementType.INTS, bytes), 11);
    kryo.register(long[].class, new ArraySerializer<>(ElementType.LONGS, bytes), 12);
    kryo.register(float[].class, new ArraySerializer<>(ElementType.FLOATS, bytes), 13);
    kryo.register(double[].class, new ArraySerializer<>(ElementType.DOUBLES, bytes), 14);
    kryo.register(String[].class, new StringArraySerializer(), 15);
    kryo.register(List.class, new CollectionSerializer<List<@Nullable Object>>(ArrayList::new), 20);
    kryo.register(
        Set.class, new CollectionSerializer<Set<@Nullable Object>>(LinkedHashSet::new), 21);
    kryo.register(
        Map.class, new MapSerializer<Map<Object, @Nullable Object>>(LinkedHashMap::new), 22);
    kryo.register(
        SortedMap.class, new MapSerializer<SortedMap<Object, @Nullable Object>>(TreeMap::new), 23);
    kryo.register(Optional.class, 24);
    kryo.register(OptionalInt.class, 25);
    kryo.register(OptionalDouble.class, 26);
    kryo.register(Precision.class, new PrecisionSerializer(), 30);
    kryo.register(Matrix.class, new MatrixSerializer(bytes), 31);
    kryo.register(DenseRows.class, new DenseRowsSerializer(), 32);
    kryo.register(SparseRows.class, new SparseRowsSerializer(bytes), 33);
  }

  private static Serializer<?> byId(Class<?> type) {
    return type.isRecord()
        ? new RecordSerializer<>()
        : new DefaultSerializers.EnumSerializer(enumeration(type));
  }

  private static Serializer<?> byName(Class<?> type) {
    return type.isRecord()
        ? new NamedRecordSerializer<>()
        : new NamedEnumSerializer(enumeration(type));
  }

  @SuppressWarnings("rawtypes") // as Kryo has it
  private static Class<? extends Enum> enumeration(Class<?> type) {
    if (!type.isEnum()) {
      throw new IllegalArgumentException(
          "found message class " + type.getName() + ", only records and enums are allowed");
    }
    return type.asSubclass(Enum.class);
  }

  /** Treats a collection as its interface, since the implementations are many and hidden. */
  private static final class CollectionKindKryo extends Kryo {
    CollectionKindKryo(Map<String, Class<?>> named) {
      super(new KnownClasses(named), null);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public Registration getRegistration(Class type) {
      Registration registration = getClassResolver().getRegistration(type);
      return registration != null ? registration : super.getRegistration(kind(type));
    }

    private static Class<?> kind(Class<?> type) {
      for (Class<?> kind : List.of(List.class, Set.class, SortedMap.class, Map.class)) {
        if (kind.isAssignableFrom(type)) {
          return kind;
        }
      }
      return type;
    }
  }
}
