package org.filbert.linalg;

/**
 * Takes away JavaCPP's own limits on native memory, which follow the size of the Java heap: here
 * the budgets of the callers limit memory. JavaCPP reads them once, when its first class is loaded.
 */
final class NativeMemory {
  private NativeMemory() {}

  /** To be called before any class of JavaCPP is touched. */
  static void liftLimits() {
    setDefault("org.bytedeco.javacpp.maxBytes");
    setDefault("org.bytedeco.javacpp.maxPhysicalBytes");
  }

  private static void setDefault(String property) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, "0");
    }
  }
}
