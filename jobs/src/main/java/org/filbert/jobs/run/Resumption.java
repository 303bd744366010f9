package org.filbert.jobs.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tells the user how to resume a run that was interrupted or has failed. */
public final class Resumption {
  /** Environment variable with the directory of the local cluster that this process serves. */
  public static final String CLUSTER_VARIABLE = "FILBERT_CLUSTER";

  private final String command;
  private final String directory;
  private final StoredState state;

  /**
   * @param command the words between {@code ./filbert} and {@code --resume}
   * @param directory of the run
   * @param state its checkpoints
   */
  Resumption(String command, String directory, StoredState state) {
    this.command = command;
    this.directory = directory;
    this.state = state;
  }

  /** Where the run's savepoints belong, a qualified path. */
  String savepoints() {
    try {
      return StoredState.qualified(state.savepoints());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The command that resumes the run. Empty if there is no checkpoint, or the run has ended. */
  public String advice() {
    return hasState() && !hasEnded() ? "go on with: " + line() : "";
  }

  private boolean hasEnded() {
    try {
      return new RunDirectory(directory).has(RunDirectory.SUMMARY);
    } catch (IOException e) {
      return false;
    }
  }

  private String line() {
    List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
    words.addAll(List.of("--resume", directory));
    String cluster = System.getenv(CLUSTER_VARIABLE);
    if (cluster != null) {
      words.addAll(List.of("--cluster-directory", cluster));
    }
    return new ShellCommand(words).toString();
  }

  private boolean hasState() {
    try {
      return state.newest(Optional.empty()).isPresent()
          || new RunDirectory(directory).has(RunDirectory.TRIALS);
    } catch (IOException e) {
      return true; // assume that there is one
    }
  }

  /** The exception that reports the failure of the run's job to the user. */
  public RunFailedException failed(Exception failure) {
    String advice = advice();
    if (advice.isEmpty() && !hasEnded()) {
      try {
        new RunDirectory(directory).fail(String.valueOf(failure.getMessage()));
      } catch (UncheckedIOException e) {
        failure.addSuppressed(e); // the failure itself is reported
      }
    }
    return new RunFailedException(advice, failure);
  }

  /** Deletes the checkpoints of a finished run. */
  public void clear(PrintWriter out) {
    try {
      state.delete();
    } catch (IOException e) {
      out.println("warning: the checkpoints of the run could not be deleted: " + e.getMessage());
      out.flush();
    }
  }
}
