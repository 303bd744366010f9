package org.filbert.jobs.run;

import java.io.IOException;
import java.io.PrintWriter;

/** How the user goes on with a run that was interrupted or has failed. */
public final class GoingOn {
  /** Environment variable with the directory of the local cluster that this process works for. */
  public static final String CLUSTER_VARIABLE = "FILBERT_CLUSTER";

  private final String command;
  private final String directory;
  private final StoredState state;

  /**
   * @param command the words between {@code ./filbert} and {@code --resume}
   * @param directory of the run
   * @param state its checkpoints
   */
  GoingOn(String command, String directory, StoredState state) {
    this.command = command;
    this.directory = directory;
    this.state = state;
  }

  /** What to do; empty if there is nothing to go on from. */
  public String advice() {
    return hasState() ? "go on with: " + line() : "";
  }

  private String line() {
    String cluster = System.getenv(CLUSTER_VARIABLE);
    return "./filbert "
        + command
        + " --resume "
        + directory
        + (cluster == null ? "" : " --cluster-directory " + cluster);
  }

  private boolean hasState() {
    try {
      return state.newest().isPresent();
    } catch (IOException e) {
      return true; // there may be
    }
  }

  /** The failure of the run's job, as the user is told. */
  public RunFailedException failed(Exception failure) {
    return new RunFailedException(advice(), failure);
  }

  /** A finished run leaves no state behind. */
  public void clear(PrintWriter out) {
    try {
      state.delete();
    } catch (IOException e) {
      out.println("warning: the checkpoints of the run could not be deleted: " + e.getMessage());
      out.flush();
    }
  }
}
