package org.filbert.train.metric;

/**
 * The solution that is under way in a training of several.
 *
 * @param solution its number, from 1
 * @param most solutions at most, with this one
 * @param metric that it is made with, in words
 */
public record SolutionStage(int solution, int most, String metric) {
  /** The same with the system and the solver, in words. */
  public SolutionStage by(String approach) {
    return new SolutionStage(solution, most, metric + "; " + approach);
  }

  /** What is under way, in words. */
  public String text() {
    return solution == most
        ? "last solution, with " + metric
        : "solution %s of at most %s, with %s".formatted(solution, most, metric);
  }
}
