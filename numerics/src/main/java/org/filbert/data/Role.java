package org.filbert.data;

/** What a record is used for in a training run. */
public enum Role {
  TRAIN,
  VALIDATION,
  TEST
}
