package org.filbert.it;

import java.util.Map;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/** Captures the log of this JVM, at level debug and above, until it is closed. */
public final class CapturedLog implements AutoCloseable {
  private final LoggerContext context = LoggerContext.getContext(false);
  private final LoggerConfig root = context.getConfiguration().getRootLogger();
  private final Level before = root.getLevel();
  private final Map<String, Appender> appenders = Map.copyOf(root.getAppenders());
  private final Lines lines = new Lines();

  public CapturedLog() {
    lines.start();
    appenders.keySet().forEach(root::removeAppender);
    root.addAppender(lines, Level.DEBUG, null);
    root.setLevel(Level.DEBUG);
    context.updateLoggers();
  }

  public String text() {
    synchronized (lines.text) {
      return lines.text.toString();
    }
  }

  @Override
  public void close() {
    root.removeAppender(lines.getName());
    appenders.values().forEach(appender -> root.addAppender(appender, null, null));
    root.setLevel(before);
    context.updateLoggers();
  }

  private static final class Lines extends AbstractAppender {
    private final StringBuilder text = new StringBuilder();

    Lines() {
      super("captured", null, null, false, Property.EMPTY_ARRAY);
    }

    @Override
    public void append(LogEvent event) {
      synchronized (text) {
        text.append(event.getLevel()).append(' ').append(event.getLoggerName()).append(' ');
        text.append(event.getMessage().getFormattedMessage()).append('\n');
        for (Throwable thrown = event.getThrown(); thrown != null; thrown = thrown.getCause()) {
          text.append(thrown).append('\n');
        }
      }
    }
  }
}
