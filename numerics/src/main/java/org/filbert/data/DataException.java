package org.filbert.data;

/** A well-formed record that this run cannot use, for example because its class is unknown. */
public final class DataException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Role role;
  private final long position;

  /**
   * @param role the data set that the record is in
   * @param position the record's position there
   * @param problem what was found and what is allowed
   */
  public DataException(Role role, long position, String problem) {
    super(problem);
    this.role = role;
    this.position = position;
  }

  public Role role() {
    return role;
  }

  public long position() {
    return position;
  }
}
