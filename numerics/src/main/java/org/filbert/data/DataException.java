package org.filbert.data;

/** A well-formed record that this run cannot use, for example because its class is unknown. */
public final class DataException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Role role;
  private final long position;
  private final int target;

  /**
   * @param role the data set that the record is in
   * @param position the record's position there
   * @param problem what was found and what is allowed
   */
  public DataException(Role role, long position, String problem) {
    this(role, position, 0, problem);
  }

  /**
   * A record that cannot be used because of a target.
   *
   * @param target number of the target, from 1
   */
  public DataException(Role role, long position, int target, String problem) {
    super(problem);
    this.role = role;
    this.position = position;
    this.target = target;
  }

  /** Number of the target that is the reason, from 1; 0 if none is. */
  public int target() {
    return target;
  }

  public Role role() {
    return role;
  }

  public long position() {
    return position;
  }
}
