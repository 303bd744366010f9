package org.filbert.system;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * The registration of a kind of kernel system. Configurations, estimators and summaries find it by
 * its name. Subclasses are services, so each has a constructor without parameters.
 */
public abstract class SystemType {
  private final String name;
  private final Class<? extends SystemOptions> options;
  private final List<Class<?>> messages;

  /**
   * Describes a kind of system.
   *
   * @param name the value of {@code type} in a configuration
   * @param options a record whose components are the keys of its section in a configuration
   * @param messages the classes that name its messages; see {@link
   *     org.filbert.workers.Program#messages}
   */
  protected SystemType(
      String name, Class<? extends SystemOptions> options, List<Class<?>> messages) {
    this.name = name;
    this.options = options;
    this.messages = List.copyOf(messages);
  }

  /** The value of {@code type} in a configuration. */
  public final String name() {
    return name;
  }

  /** The record of its options. */
  public final Class<? extends SystemOptions> options() {
    return options;
  }

  /** All registered kinds, by name. */
  public static List<SystemType> all() {
    return ServiceLoader.load(SystemType.class, SystemType.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(SystemType::name))
        .toList();
  }

  /**
   * The kind of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static SystemType of(String name) {
    return all().stream()
        .filter(type -> type.name.equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no system is named " + name));
  }

  /** The classes that name the messages of all systems. */
  public static List<Class<?>> messages() {
    return all().stream().<Class<?>>flatMap(type -> type.messages.stream()).distinct().toList();
  }
}
