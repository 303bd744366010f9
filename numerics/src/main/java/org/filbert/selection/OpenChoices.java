package org.filbert.selection;

/**
 * What is left to the training rows, to be chosen by leaving one out at a time.
 *
 * @param kernel whether its type, and so its width too
 * @param sigma whether its width
 * @param ridge whether the ridge
 */
public record OpenChoices(boolean kernel, boolean sigma, boolean ridge) {
  /** Nothing is left open. */
  public static final OpenChoices NOTHING = new OpenChoices(false, false, false);

  /** Whether anything is left open. */
  public boolean any() {
    return kernel || sigma || ridge;
  }

  /** The same with the ridge left open, or not. */
  public OpenChoices withRidge(boolean open) {
    return new OpenChoices(kernel, sigma, open);
  }
}
