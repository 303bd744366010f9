package org.filbert.connectors.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.api.Binary;
import org.filbert.connectors.BadInputException;
import org.jspecify.annotations.Nullable;

/** Reads the values of a chunk one by one, as they are stored. */
final class Values implements Value {
  private final String file;
  private final Chunk chunk;
  private final Pages pages;
  private @Nullable Dictionary dictionary;
  private int dictionarySize;

  /** Values of the page that are left, those that are missing included. */
  private int left;

  private @Nullable Integers levels;

  /** Indices of the dictionary, or truth values; null if the reader has the values. */
  private @Nullable Integers integers;

  private @Nullable ValuesReader reader;

  private boolean present;
  private long integer;
  private double real;
  private Binary binary = Binary.EMPTY;

  Values(String file, Chunk chunk, FSDataInputStream in) {
    this.file = file;
    this.chunk = chunk;
    this.pages = new Pages(chunk, in);
  }

  @Override
  public boolean present() {
    return present;
  }

  @Override
  public long integer() {
    return integer;
  }

  @Override
  public double real() {
    return real;
  }

  @Override
  public Binary binary() {
    return binary;
  }

  /**
   * Goes to the next value.
   *
   * @throws BadInputException if the column is damaged
   */
  void next() throws IOException {
    try {
      while (left == 0) {
        start(pages.next());
      }
      left--;
      present = levels == null || levels.next() > 0;
      if (present) {
        read();
      }
    } catch (IOException | RuntimeException e) {
      IOException failure = pages.failure();
      if (failure != null) {
        throw failure;
      }
      throw new BadInputException(
          file, "found " + chunk.column() + " damaged, allowed pages of Parquet", e);
    }
  }

  private void start(Pages.Page page) throws IOException {
    ByteBuffer bytes = page.values();
    if (page.count() < 0) {
      throw new IOException("found " + page.count() + " values");
    }
    if (page.dictionary()) {
      start(bytes, page.count());
      return;
    }
    left = page.count();
    levels = page.levels() == null ? null : new Integers(page.levels(), 1);
    integers = null;
    reader = null;
    switch (page.encoding()) {
      case PLAIN_DICTIONARY, RLE_DICTIONARY ->
          integers =
              bytes.hasRemaining() ? new Integers(bytes, bytes.get()) : new Integers(bytes, 0);
      case RLE -> integers = new Integers(Integers.withLength(bytes), 1);
      default -> {
        Encoding encoding = Encoding.valueOf(page.encoding().name());
        Deltas.requireSane(encoding, bytes, left);
        ValuesReader found = encoding.getValuesReader(chunk.descriptor(), ValuesType.VALUES);
        found.initFromPage(left, ByteBufferInputStream.wrap(bytes));
        reader = found;
      }
    }
  }

  private void start(ByteBuffer bytes, int count) throws IOException {
    if (count > bytes.remaining()) {
      throw new IOException("found " + count + " values in " + bytes.remaining() + " bytes");
    }
    ColumnDescriptor descriptor = chunk.descriptor();
    DictionaryPage page = new DictionaryPage(BytesInput.from(bytes), count, Encoding.PLAIN);
    dictionary = page.decode(descriptor);
    dictionarySize = count;
  }

  private void read() throws IOException {
    ColumnDescriptor descriptor = chunk.descriptor();
    if (reader != null) {
      switch (descriptor.getPrimitiveType().getPrimitiveTypeName()) {
        case INT32 -> integer = reader.readInteger();
        case INT64 -> integer = reader.readLong();
        case BOOLEAN -> integer = reader.readBoolean() ? 1 : 0;
        case FLOAT -> real = reader.readFloat();
        case DOUBLE -> real = reader.readDouble();
        case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> binary = within(reader.readBytes());
      }
      return;
    }
    int next = integers == null ? 0 : integers.next();
    Dictionary known = dictionary;
    if (known == null) {
      integer = next;
      return;
    }
    if (next < 0 || next >= dictionarySize) {
      throw new IOException("found value " + next + " of a dictionary of " + dictionarySize);
    }
    switch (descriptor.getPrimitiveType().getPrimitiveTypeName()) {
      case INT32 -> integer = known.decodeToInt(next);
      case INT64 -> integer = known.decodeToLong(next);
      case BOOLEAN -> integer = known.decodeToBoolean(next) ? 1 : 0;
      case FLOAT -> real = known.decodeToFloat(next);
      case DOUBLE -> real = known.decodeToDouble(next);
      case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> binary = within(known.decodeToBinary(next));
    }
  }

  /**
   * Refuses bytes that do not end within their page, which the decoder leaves to who reads them.
   */
  private static Binary within(Binary bytes) {
    if (bytes.length() < 0 || bytes.toByteBuffer().remaining() != bytes.length()) {
      throw new IllegalArgumentException("found " + bytes.length() + " bytes beyond the page");
    }
    return bytes;
  }
}
