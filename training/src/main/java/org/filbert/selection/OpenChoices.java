package org.filbert.selection;

/**
 * What is left to the training rows: kernel, width and ridge are chosen by leaving one row out at a
 * time, system and solver by the plan.
 *
 * @param kernel whether its type, and so its width too
 * @param sigma whether its width
 * @param ridge whether the ridge
 * @param system whether the system
 * @param solver whether the solver
 * @param target whether logarithms of targets are learned
 */
public record OpenChoices(
    boolean kernel, boolean sigma, boolean ridge, boolean system, boolean solver, boolean target) {
  /** Nothing is left open. */
  public static final OpenChoices NOTHING = new OpenChoices(false, false, false);

  /** What rows choose, with a given system and a given solver. */
  public OpenChoices(boolean kernel, boolean sigma, boolean ridge) {
    this(kernel, sigma, ridge, false, false, false);
  }

  /** Whether rows choose anything. */
  public boolean byRows() {
    return kernel || sigma || ridge;
  }

  /** Whether the plan chooses anything. */
  public boolean approach() {
    return system || solver;
  }

  /** The same with the ridge left open, or not. */
  public OpenChoices withRidge(boolean open) {
    return new OpenChoices(kernel, sigma, open, system, solver, target);
  }

  /** The same with system and solver left open, or not. */
  public OpenChoices withApproach(boolean openSystem, boolean openSolver) {
    return new OpenChoices(kernel, sigma, ridge, openSystem, openSolver, target);
  }

  /** The same with logarithms of targets left open, or not. */
  public OpenChoices withTarget(boolean open) {
    return new OpenChoices(kernel, sigma, ridge, system, solver, open);
  }
}
