package org.filbert.store.codec;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;

/** Checks lengths in received bytes, which are not trusted. */
final class Lengths {
  /** Largest capacity of a collection before its elements have arrived. */
  static final int MAX_RESERVED = 1024;

  private Lengths() {}

  static int read(Input input) {
    int length = input.readVarInt(true);
    if (length < 0) {
      throw new KryoException("found a length of " + length + ", expected at least 0");
    }
    return length;
  }
}
