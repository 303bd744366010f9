package org.filbert.store;

import java.util.List;
import org.filbert.kernel.KernelType;

/** Interfaces of messages that anybody may implement, and what stands for them in the bytes. */
final class OpenTypes {
  private OpenTypes() {}

  /** The records that implement an interface; empty if it is none of these. */
  static List<Class<?>> of(Class<?> type) {
    return KernelType.all().stream()
        .<Class<?>>map(KernelType::kernel)
        .filter(type::isAssignableFrom)
        .toList();
  }
}
