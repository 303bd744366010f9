package org.filbert.operators.loop;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Tells the user when checkpoints do not come about, once until one does. */
final class CheckpointWatch {
  private static final Logger LOG = System.getLogger(CheckpointWatch.class.getName());

  private long complete;
  private boolean told;

  void completed(long checkpoint) {
    complete = checkpoint;
    if (told) {
      LOG.log(Level.WARNING, "checkpoints come about again");
    }
    told = false;
  }

  void aborted(long checkpoint) {
    if (!told) {
      LOG.log(
          Level.WARNING,
          "checkpoint "
              + checkpoint
              + " did not come about; the run goes on, after a failure from "
              + (complete == 0 ? "its beginning" : "checkpoint " + complete));
    }
    told = true;
  }
}
