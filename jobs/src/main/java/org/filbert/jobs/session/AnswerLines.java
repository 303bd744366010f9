package org.filbert.jobs.session;

import java.io.Writer;
import java.util.function.Consumer;

/** What a command writes, as whole lines without their ends. */
final class AnswerLines extends Writer {
  private final Consumer<String> lines;
  private final StringBuilder begun = new StringBuilder();

  AnswerLines(Consumer<String> lines) {
    this.lines = lines;
  }

  @Override
  public void write(char[] characters, int from, int count) {
    synchronized (lock) {
      for (int i = from; i < from + count; i++) {
        if (characters[i] == '\n') {
          end();
        } else {
          begun.append(characters[i]);
        }
      }
    }
  }

  private void end() {
    lines.accept(begun.toString());
    begun.setLength(0);
  }

  /** A line is passed on when it is whole. */
  @Override
  public void flush() {}

  /** Passes on a last line that has no end. */
  @Override
  public void close() {
    synchronized (lock) {
      if (!begun.isEmpty()) {
        end();
      }
    }
  }
}
