package org.filbert.system;

/**
 * Names a vector of a system, with a column for every output and ridge. Its elements live where the
 * unknowns do; with it the workers keep its image on the rows: the fitted values K·v or Z·v of
 * training and held-out rows.
 */
public record Vector(String name) {
  /** The unknowns u, with their fitted values F. */
  public static final Vector U = new Vector("u");
}
