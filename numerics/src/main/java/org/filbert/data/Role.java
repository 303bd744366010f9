package org.filbert.data;

/** What a record is used for in a training run. */
public enum Role {
  TRAIN(0),
  VALIDATION(1),
  TEST(2);

  private final int code;

  Role(int code) {
    this.code = code;
  }

  /** A number for draws and stored bytes that never changes. */
  public int code() {
    return code;
  }
}
