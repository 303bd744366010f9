package org.filbert.shard;

import org.filbert.text.Coverage;

/** The vocabulary's coverage of the training documents and of held-out documents. */
public record TextReport(Coverage train, Coverage heldOut) {
  public TextReport plus(TextReport other) {
    return new TextReport(train.plus(other.train), heldOut.plus(other.heldOut));
  }
}
