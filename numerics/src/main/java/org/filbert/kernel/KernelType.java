package org.filbert.kernel;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A registered kernel: configurations, estimators and stored models know it by its name. Subclasses
 * are services, so each of them has a constructor without parameters.
 */
public abstract class KernelType {
  private final String name;
  private final Class<? extends KernelOptions> options;
  private final Class<? extends Kernel> kernel;

  /**
   * Describes a kernel.
   *
   * @param name the value of {@code type} in a configuration; stored models name the kernel by it
   * @param options a record whose components are the keys of its section in a configuration
   * @param kernel the record of its parameters
   */
  protected KernelType(
      String name, Class<? extends KernelOptions> options, Class<? extends Kernel> kernel) {
    this.name = name;
    this.options = options;
    this.kernel = kernel;
  }

  /** The name, as it stands in a configuration. */
  public final String name() {
    return name;
  }

  /** The record of its options. */
  public final Class<? extends KernelOptions> options() {
    return options;
  }

  /** The record of its parameters. */
  public final Class<? extends Kernel> kernel() {
    return kernel;
  }

  /** All registered kernels, by name. */
  public static List<KernelType> all() {
    return ServiceLoader.load(KernelType.class, KernelType.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(KernelType::name))
        .toList();
  }

  /** The names of those kernels that are of a kind, as text. */
  public static String names(Class<? extends Kernel> kind) {
    return String.join(
        ", ",
        all().stream()
            .filter(type -> kind.isAssignableFrom(type.kernel))
            .map(KernelType::name)
            .toList());
  }
}
