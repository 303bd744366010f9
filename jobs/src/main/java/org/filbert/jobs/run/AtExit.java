package org.filbert.jobs.run;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** What this process does with its jobs if it has to end, for example by Ctrl-C. */
public final class AtExit {
  private static final Set<AtExit> ASKED = ConcurrentHashMap.newKeySet();

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook;

  private AtExit(String name, Runnable action) {
    this.hook =
        new Thread(
            () -> {
              try {
                action.run();
              } finally {
                done.countDown();
              }
            },
            name);
  }

  /** Asks for an action at the end of this process. */
  public static AtExit run(String name, Runnable action) {
    AtExit asked = new AtExit(name, action);
    Runtime.getRuntime().addShutdownHook(asked.hook);
    ASKED.add(asked);
    return asked;
  }

  /** Asks for the deletion of a directory after all other actions. */
  static void delete(TemporaryDirectory directory) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  ASKED.forEach(AtExit::await);
                  directory.delete();
                },
                "filbert-delete"));
  }

  /** Whether this process is ending, for example by Ctrl-C. */
  public static boolean isUnderWay() {
    Thread probe = new Thread(() -> {}, "filbert-probe");
    try {
      Runtime.getRuntime().addShutdownHook(probe);
      Runtime.getRuntime().removeShutdownHook(probe);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  /** Takes the action back. If this process is already ending, the action is done all the same. */
  public void forget() {
    try {
      if (Runtime.getRuntime().removeShutdownHook(hook)) {
        ASKED.remove(this);
      }
    } catch (IllegalStateException e) {
      return; // the process is ending, and the hook runs
    }
  }

  /** Waits until the action is done. */
  void await() {
    try {
      done.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
