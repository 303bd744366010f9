package org.filbert.operators.loop;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Function;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a driver's program. It reaches the operator by mails only. A failure of the program
 * becomes a failure of the operator.
 */
final class ProgramThread {
  private static final Logger LOG = System.getLogger(ProgramThread.class.getName());

  private final String loop;
  private final MailboxExecutor mailbox;
  private @Nullable Thread thread;

  ProgramThread(String loop, MailboxExecutor mailbox) {
    this.loop = loop;
    this.mailbox = mailbox;
  }

  void start(
      ClassLoader userCode, Function<Throwable, RuntimeException> failure, Runnable program) {
    Thread started = new Thread(() -> run(program, failure), "filbert-driver-" + loop);
    started.setContextClassLoader(userCode);
    started.setDaemon(true);
    started.start();
    thread = started;
  }

  private void run(Runnable program, Function<Throwable, RuntimeException> toThrow) {
    try {
      program.run();
    } catch (DriverStoppedException e) {
      LOG.log(Level.DEBUG, "the driver was stopped", e);
    } catch (Throwable e) {
      RuntimeException failure = failure(e, toThrow);
      mailbox.execute(
          () -> {
            throw failure;
          },
          "failure of the program");
    }
  }

  /** The operator's failure, even if the conversion itself fails. */
  private static RuntimeException failure(
      Throwable e, Function<Throwable, RuntimeException> toThrow) {
    try {
      return toThrow.apply(e);
    } catch (Throwable another) {
      IllegalStateException failure = new IllegalStateException("the program failed", e);
      failure.addSuppressed(another);
      return failure;
    }
  }

  /** Interrupts the waiting program and joins its thread. */
  void stop() throws InterruptedException {
    Thread running = thread;
    if (running != null) {
      running.interrupt();
      running.join();
    }
  }
}
