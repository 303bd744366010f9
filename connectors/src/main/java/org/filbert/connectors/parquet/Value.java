package org.filbert.connectors.parquet;

import org.apache.parquet.io.api.Binary;

/** The current value of a column, as it is stored. */
interface Value {
  /** Whether there is a value; it is missing otherwise. */
  boolean present();

  /** An integer, or a truth value: 1 or 0. */
  long integer();

  double real();

  Binary binary();
}
