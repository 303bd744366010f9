package org.filbert.online;

/** Which block a step updates. */
public sealed interface Algorithm {
  /**
   * Always a new one. Dai et al., Scalable kernel methods via doubly stochastic gradients, 2014.
   */
  record Dsg() implements Algorithm {}

  /**
   * In turns: some steps a new block each, then some steps an old one each, drawn uniformly.
   *
   * @param added steps in a row that add a block, G
   * @param updated steps in a row that update an old one, U
   */
  record Udsg(int added, int updated) implements Algorithm {
    public Udsg {
      if (added < 1 || updated < 0) {
        throw new IllegalArgumentException(
            "added is %d and updated is %d, must be 1 or more and 0 or more"
                .formatted(added, updated));
      }
    }
  }

  /**
   * An old block where that is checked to be as good as a new one. With one output the check is
   * {@link Check}; with more, the gradients of some old blocks, drawn uniformly, are compared with
   * that of the new one, and the block with the largest is updated.
   *
   * @param candidates old blocks to compare, with more than one output
   */
  record Cdsg(int candidates) implements Algorithm {
    public Cdsg {
      if (candidates < 1) {
        throw new IllegalArgumentException("candidates is " + candidates + ", must be 1 or more");
      }
    }
  }
}
