package org.filbert.connectors.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** A range of bytes, usually a line without its line break. Valid until the next is read. */
final class Line {
  private static final int EXCERPT = 1000;
  private static final int PIECE = 1024;

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
        requireUtf8(ByteBuffer.wrap(bytes, at, to - at));
        return;
      }
    }
  }

  /** Needs little memory for long lines and for millions of short ones. */
  private static void requireUtf8(ByteBuffer text) throws MalformedException {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer piece = CharBuffer.allocate(Math.min(PIECE, text.remaining()));
    CoderResult result;
    do {
      piece.clear();
      result = decoder.decode(text, piece, true);
    } while (result.isOverflow());
    if (result.isError()) {
      throw new MalformedException("found bytes that are not UTF-8, allowed UTF-8 text");
    }
  }

  /** The text in any encoding, shortened if it is very long. */
  String excerpt() {
    String text = new String(bytes, from, Math.min(to - from, 4 * EXCERPT), StandardCharsets.UTF_8);
    return text.length() > EXCERPT ? text.substring(0, EXCERPT) : text;
  }

  @Override
  public String toString() {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }
}
