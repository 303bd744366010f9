package org.filbert.registry;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A kind of something that configurations, estimators and stored models know by its name. Concrete
 * subclasses are services, so each of them has a constructor without parameters.
 *
 * @param <O> what their options are
 */
public abstract class Registered<O> {
  private final String name;
  private final Class<? extends O> options;

  /**
   * Describes a kind.
   *
   * @param name the value of {@code type} in a configuration
   * @param options a record whose components are the keys of its section in a configuration
   */
  protected Registered(String name, Class<? extends O> options) {
    this.name = name;
    this.options = options;
  }

  /** The name, as it stands in a configuration. */
  public final String name() {
    return name;
  }

  /** The record of its options. */
  public final Class<? extends O> options() {
    return options;
  }

  /** All that are registered as services of a class, by name. */
  protected static <T extends Registered<?>> List<T> all(Class<T> service) {
    return ServiceLoader.load(service, service.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(type -> type.name()))
        .toList();
  }

  /**
   * The one with these options.
   *
   * @throws IllegalArgumentException if there is none
   */
  protected static <T extends Registered<?>> T of(Class<T> service, Object options) {
    return all(service).stream()
        .filter(type -> type.options() == options.getClass())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(options.getClass() + " is not registered"));
  }
}
