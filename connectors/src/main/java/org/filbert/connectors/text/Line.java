package org.filbert.connectors.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Some bytes of a text, usually a line without its line break; valid until the next is read. */
final class Line {
  private static final int EXCERPT = 1000;

  byte[] bytes;
  int from;
  int to;

  Line(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }

  boolean isBlank() {
    for (int at = from; at < to; at++) {
      if (bytes[at] != ' ' && bytes[at] != '\t') {
        return false;
      }
    }
    return true;
  }

  void requireUtf8() throws MalformedException {
    for (int at = from; at < to; at++) {
      if (bytes[at] < 0) {
        try {
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
          return;
        } catch (CharacterCodingException e) {
          throw new MalformedException("found bytes that are not UTF-8, allowed UTF-8 text");
        }
      }
    }
  }

  /** The text, shortened if very long, and whatever its encoding. */
  String excerpt() {
    String text = new String(bytes, from, Math.min(to - from, 4 * EXCERPT), StandardCharsets.UTF_8);
    return text.length() > EXCERPT ? text.substring(0, EXCERPT) : text;
  }

  @Override
  public String toString() {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }
}
