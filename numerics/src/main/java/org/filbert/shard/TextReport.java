package org.filbert.shard;

import org.filbert.text.Coverage;

/** What became of the training documents, and of those held out. */
public record TextReport(Coverage train, Coverage heldOut) {
  public TextReport plus(TextReport other) {
    return new TextReport(train.plus(other.train), heldOut.plus(other.heldOut));
  }
}
