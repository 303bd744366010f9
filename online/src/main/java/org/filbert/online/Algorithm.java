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
            "added is %s and updated is %s, must be 1 or more and 0 or more"
                .formatted(added, updated));
      }
    }
  }

  /**
   * Updates the block with the largest gradient ‖φ_jᵀg‖ among some old blocks, drawn uniformly, and
   * a new one. An old block must be ahead of the new one by {@value #LEAD} in the square.
   *
   * @param candidates old blocks to compare
   */
  record Cdsg(int candidates) implements Algorithm {
    static final double LEAD = 0.05;

    public Cdsg {
      if (candidates < 1) {
        throw new IllegalArgumentException("candidates is " + candidates + ", must be 1 or more");
      }
    }
  }

  /**
   * The old block with the longest step that {@link Check} allows, if that is longer than that on a
   * new one; for one output. Li and Poczos, Utilize old coordinates, 2016.
   */
  record InequalityCdsg() implements Algorithm {}
}
