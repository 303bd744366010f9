package org.filbert.operators.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.util.function.ThrowingRunnable;
import org.junit.jupiter.api.Test;

class ProgramThreadTest {
  private static final IllegalArgumentException CAUSE = new IllegalArgumentException("cause");

  /** Records the mails. */
  private static final class Mails implements MailboxExecutor {
    private final BlockingQueue<ThrowingRunnable<? extends Exception>> sent =
        new LinkedBlockingQueue<>();

    @Override
    public void execute(
        MailOptions options,
        ThrowingRunnable<? extends Exception> command,
        String description,
        Object... arguments) {
      sent.add(command);
    }

    @Override
    public void yield() throws InterruptedException {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean tryYield() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean shouldInterrupt() {
      return false;
    }
  }

  private static ThrowingRunnable<? extends Exception> mailAfter(
      Function<Throwable, RuntimeException> failure) throws InterruptedException {
    Mails mails = new Mails();
    ProgramThread thread = new ProgramThread("loop", mails);
    thread.start(
        ProgramThreadTest.class.getClassLoader(),
        failure,
        () -> {
          throw CAUSE;
        });
    ThrowingRunnable<? extends Exception> mail = mails.sent.take();
    thread.stop();
    assertThat(mails.sent).isEmpty();
    return mail;
  }

  @Test
  void aFailureOfTheProgramIsOneOfTheOperator() throws InterruptedException {
    ThrowingRunnable<? extends Exception> mail =
        mailAfter(failure -> new IllegalStateException("told", failure));
    assertThatThrownBy(mail::run).hasMessage("told").hasCause(CAUSE);
  }

  @Test
  void itIsOneAlsoWhenItCannotBeTold() throws InterruptedException {
    ThrowingRunnable<? extends Exception> mail =
        mailAfter(
            failure -> {
              throw new ClassCastException("another");
            });
    assertThatThrownBy(mail::run)
        .hasMessage("the program failed")
        .hasCause(CAUSE)
        .hasSuppressedException(new ClassCastException("another"));
  }
}
