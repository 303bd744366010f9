package org.filbert.jobs.run;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.filbert.cache.FullDisk;
import org.jspecify.annotations.Nullable;

/**
 * Writes the files that show a run, on a background thread. A failure to write never stops the run:
 * it gives one warning. If a file is written again before its turn, only the newest content is
 * written.
 */
public final class RunFileWriter {
  private static final Logger LOG = System.getLogger(RunFileWriter.class.getName());

  private final RunDirectory run;
  private final Map<String, Runnable> pending = new LinkedHashMap<>();
  private final Map<String, Failed> failed = new LinkedHashMap<>();
  private boolean writing;
  private @Nullable String warning;

  /** A file that could not be written the last time. */
  private record Failed(Runnable note, Throwable reason) {}

  private record Note(String file, Runnable text) {}

  public RunFileWriter(RunDirectory run) {
    this.run = run;
  }

  /** Writes a text file. */
  public void text(String file, Supplier<String> text) {
    put(file, () -> run.write(file, text.get()));
  }

  /** Writes a file with one JSON object. */
  public void json(String file, Supplier<?> value) {
    put(file, () -> run.writeJson(file, value.get()));
  }

  /** Writes a file with one JSON object per line. */
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
    for (Note note = next(); note != null; note = next()) {
      try {
        note.text().run();
        succeeded(note);
      } catch (RuntimeException | OutOfMemoryError e) {
        failed(note, e);
      }
    }
  }

  private synchronized void succeeded(Note note) {
    failed.remove(note.file());
  }

  private synchronized void failed(Note note, Throwable reason) {
    failed.put(note.file(), new Failed(note.text(), reason));
    warn(String.valueOf(reason.getMessage()));
  }

  /** Writes the files again that could not be written. */
  public synchronized void again() {
    for (Map.Entry<String, Failed> each : Map.copyOf(failed).entrySet()) {
      if (!pending.containsKey(each.getKey())) {
        put(each.getKey(), each.getValue().note());
      }
    }
  }

  /**
   * Why a file is missing, or old, that a finished run has to leave: its summary, and all others on
   * a full disk.
   */
  public synchronized Optional<String> lost() {
    if (pending.containsKey(RunDirectory.SUMMARY)) {
      return Optional.of(run + "/" + RunDirectory.SUMMARY + " takes too long to write");
    }
    return failed.entrySet().stream()
        .filter(
            each ->
                each.getKey().equals(RunDirectory.SUMMARY)
                    || FullDisk.caused(each.getValue().reason()))
        .map(each -> String.valueOf(each.getValue().reason().getMessage()))
        .findFirst();
  }

  private synchronized @Nullable Note next() {
    for (String file : pending.keySet()) {
      return new Note(file, pending.remove(file));
    }
    writing = false;
    notifyAll();
    return null;
  }

  private synchronized void warn(String problem) {
    if (warning == null) {
      warning = problem + "; the run goes on, but its files may be missing or old";
      LOG.log(Level.WARNING, warning);
    }
  }

  /** Waits until all files are written, for at most the given time. */
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

  /** Warnings for the user about files that could not be written. */
  public synchronized List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (warning != null) {
      warnings.add(warning);
    }
    return warnings;
  }
}
