package org.filbert.jobs.run;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a run shows of itself, written on a thread of its own: what is shown never hurts what is
 * computed. Of a file that has not been written yet the newest content counts. What cannot be made
 * or written is left out with one warning.
 */
public final class RunNotes {
  private static final Logger LOG = System.getLogger(RunNotes.class.getName());

  private final RunDirectory run;
  private final Map<String, Runnable> pending = new LinkedHashMap<>();
  private boolean writing;
  private @Nullable String warning;

  public RunNotes(RunDirectory run) {
    this.run = run;
  }

  /** A file of text. */
  public void text(String file, Supplier<String> text) {
    put(file, () -> run.write(file, text.get()));
  }

  /** A file with one object. */
  public void json(String file, Supplier<?> value) {
    put(file, () -> run.writeJson(file, value.get()));
  }

  /** A file with an object on each line. */
  public void lines(String file, Supplier<? extends List<?>> values) {
    put(file, () -> run.writeLines(file, values.get()));
  }

  private synchronized void put(String file, Runnable note) {
    pending.put(file, note);
    if (!writing) {
      writing = true;
      Thread writer = new Thread(this::writeAll, "filbert-notes");
      writer.setDaemon(true);
      writer.start();
    }
  }

  private void writeAll() {
    for (Runnable note = next(); note != null; note = next()) {
      try {
        note.run();
      } catch (RuntimeException | OutOfMemoryError e) {
        warn(String.valueOf(e.getMessage()));
      }
    }
  }

  private synchronized @Nullable Runnable next() {
    for (String file : pending.keySet()) {
      return pending.remove(file);
    }
    writing = false;
    notifyAll();
    return null;
  }

  private synchronized void warn(String problem) {
    if (warning == null) {
      warning = problem + "; the run goes on, but what it shows may be missing or old";
      LOG.log(Level.WARNING, warning);
    }
  }

  /** Waits until all is written, if that takes no longer than it may. */
  public synchronized void flush(Duration most) {
    long end = System.nanoTime() + most.toNanos();
    try {
      for (long left = most.toMillis(); writing && left > 0; ) {
        wait(left);
        left = (end - System.nanoTime()) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (writing) {
      warn(run + ": writing takes more than " + most.toSeconds() + " s");
    }
  }

  /** What the user should know of, if something could not be written. */
  public synchronized List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (warning != null) {
      warnings.add(warning);
    }
    return warnings;
  }
}
