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
   * An old block where that is as good as a new one, by one of two rules: on one output {@link
   * Check}; or the gradients ‖φ_jᵀg‖ of some old blocks, drawn uniformly, are compared with that of
   * the new one, and the block with the largest is updated.
   *
   * @param candidates old blocks to compare; 0 for {@link Check} on one output, and {@value
   *     #CANDIDATES} blocks on several
   */
  record Cdsg(int candidates) implements Algorithm {
    static final int CANDIDATES = 2;

    public Cdsg {
      if (candidates < 0) {
        throw new IllegalArgumentException("candidates is " + candidates + ", must be 0 or more");
      }
    }

    /** Whether old blocks are tried by {@link Check}. */
    boolean checks(int columns) {
      return candidates == 0 && columns == 1;
    }

    int compared() {
      return candidates == 0 ? CANDIDATES : candidates;
    }
  }
}
