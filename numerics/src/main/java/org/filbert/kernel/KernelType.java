package org.filbert.kernel;

import java.util.List;
import org.filbert.registry.Registered;

/** A registered kernel: stored models know it by its name too. */
public abstract class KernelType extends Registered<KernelOptions> {
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
    super(name, options);
    this.kernel = kernel;
  }

  /** The record of its parameters. */
  public final Class<? extends Kernel> kernel() {
    return kernel;
  }

  /** All registered kernels, by name. */
  public static List<KernelType> all() {
    return all(KernelType.class);
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
