package org.filbert.system.equations;

/**
 * The name of a vector of a system, which has a column for every output and ridge. Its elements
 * live with the unknowns. The workers also keep its image on the rows: the fitted values K·v or Z·v
 * of training rows.
 */
public record Vector(String name) {
  /** The unknowns u, with their fitted values F. */
  public static final Vector U = new Vector("u");
}
