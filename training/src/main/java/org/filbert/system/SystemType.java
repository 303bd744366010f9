package org.filbert.system;

import java.util.List;
import org.filbert.registry.Registered;

/** The registration of a kind of kernel system. */
public abstract class SystemType extends Registered<SystemOptions> {
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
    super(name, options);
    this.messages = List.copyOf(messages);
  }

  /** All registered kinds, by name. */
  public static List<SystemType> all() {
    return all(SystemType.class);
  }

  /**
   * The kind of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static SystemType of(String name) {
    return all().stream()
        .filter(type -> type.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no system is named " + name));
  }

  /** The classes that name the messages of all systems. */
  public static List<Class<?>> messages() {
    return all().stream().<Class<?>>flatMap(type -> type.messages.stream()).distinct().toList();
  }
}
