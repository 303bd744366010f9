package org.filbert.store.codec;

import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.filbert.workers.Key;

/**
 * The records and enums of which messages are made, found from the classes that name them:
 *
 * <ul>
 *   <li>A class that is named brings the records and enums that are nested in it, at any depth, and
 *       the types of the {@link Key keys} that it declares. If it is a record or an enum, it brings
 *       itself too.
 *   <li>A record brings the types of its components and the type arguments of its interfaces, such
 *       as the answer of a {@code Task}.
 *   <li>A sealed interface brings what it permits, an open one what is registered.
 * </ul>
 *
 * <p>All of them are declared in the source code, so writer and reader find the same classes. They
 * are ordered by name.
 */
final class MessageClasses {
  /** What was found once: all workers of a process ask for the same. */
  private static final Map<List<Class<?>>, SortedSet<Class<?>>> FOUND = new ConcurrentHashMap<>();

  private final SortedSet<Class<?>> found = new TreeSet<>(Comparator.comparing(Class::getName));

  private MessageClasses() {}

  /**
   * Finds them.
   *
   * @throws IllegalArgumentException if a class brings none
   */
  static SortedSet<Class<?>> of(List<Class<?>> naming) {
    return FOUND.computeIfAbsent(List.copyOf(naming), MessageClasses::find);
  }

  private static SortedSet<Class<?>> find(List<Class<?>> naming) {
    MessageClasses classes = new MessageClasses();
    for (Class<?> type : naming) {
      if (!classes.addNested(type)) {
        throw new IllegalArgumentException(
            "found message class " + type.getName() + ", only records and enums are allowed");
      }
    }
    return Collections.unmodifiableSortedSet(classes.found);
  }

  private boolean addNested(Class<?> type) {
    boolean any = addClass(type);
    if (type.getClassLoader() == null) {
      return any; // what the platform's classes contain is no message
    }
    for (Field field : type.getDeclaredFields()) {
      any |=
          field.getType() == Key.class && addArguments((ParameterizedType) field.getGenericType());
    }
    for (Class<?> nested : type.getDeclaredClasses()) {
      any |= addNested(nested);
    }
    return any;
  }

  /** Adds a type with all that it brings. Answers whether there was anything to add. */
  private boolean add(Type type) {
    if (type instanceof Class<?> plain) {
      return plain.isArray() ? add(plain.getComponentType()) : addClass(plain);
    }
    if (type instanceof ParameterizedType parameterized) {
      boolean any = add(parameterized.getRawType());
      return addArguments(parameterized) || any;
    }
    if (type instanceof GenericArrayType array) {
      return add(array.getGenericComponentType());
    }
    Type[] bounds =
        type instanceof WildcardType wildcard
            ? wildcard.getUpperBounds()
            : ((TypeVariable<?>) type).getBounds();
    Stream.of(bounds).forEach(this::add);
    return false;
  }

  private boolean addArguments(ParameterizedType type) {
    boolean any = false;
    for (Type argument : type.getActualTypeArguments()) {
      any |= add(argument);
    }
    return any;
  }

  private boolean addClass(Class<?> type) {
    if (type.isInterface()) {
      List<Class<?>> kinds =
          type.isSealed() ? List.of(type.getPermittedSubclasses()) : OpenTypes.of(type);
      kinds.forEach(this::add);
      return !kinds.isEmpty();
    }
    if (!type.isRecord() && !type.isEnum()) {
      return false;
    }
    if (found.add(type) && type.isRecord()) {
      for (RecordComponent component : type.getRecordComponents()) {
        add(
            component.getGenericSignature() == null
                ? component.getType()
                : component.getGenericType());
      }
      Stream.of(type.getGenericInterfaces()).forEach(this::add);
    }
    return true;
  }
}
