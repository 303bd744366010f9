package org.filbert.connectors.text;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.filbert.table.Decimal;
import org.jspecify.annotations.Nullable;

/**
 * Scans a JSON text (RFC 8259) in UTF-8 value by value. The caller enters the arrays and objects
 * that it needs and skips others. No tree is built. Memory is allocated only for requested texts
 * and for the names in objects, which must be unique.
 *
 * <p>Jackson's streaming parser is not used, as it reports malformed records by exceptions with
 * stacks. A record of one opening brace allocates 3,954 bytes there and 262 here, a record of a
 * brace and an x 2,693 and 362 ({@code JsonRecordBenchmark -prof gc}, Jackson 2.22). If no record
 * tells the length of the arrays, a file is read twice, so 1 MB of braces would allocate 4.1 GB.
 *
 * <p>After a failure only {@link #start} may follow. Not thread-safe.
 */
final class JsonScanner {
  private static final int MOST_DEEP = 1_000;

  /** Larger sets are replaced instead of cleared, as clearing would take too long. */
  private static final int MOST_KEPT_NAMES = 64;

  private static final int END = -1;
  private static final String ESCAPES = "\"\\/bfnrt";
  private static final String MEANINGS = "\"\\/\b\f\n\r\t";

  private byte[] bytes = {};
  private int at;
  private int to;

  /** The last scalar: its first character and its position, a text without quotation marks. */
  private int kind;

  private int from;

  private int end;
  private boolean escaped;

  /** Names in the outermost object. */
  private Set<String> names = new HashSet<>();

  /** Begins a text. A byte order mark is skipped. */
  void start(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.at = from;
    this.to = to;
    if (to - from >= 3
        && bytes[from] == (byte) 0xEF
        && bytes[from + 1] == (byte) 0xBB
        && bytes[from + 2] == (byte) 0xBF) {
      at += 3;
    }
  }

  /** The first character of the next value, which determines its kind. */
  int next() {
    while (at < to && isBlank(bytes[at])) {
      at++;
    }
    return at < to ? bytes[at] : END;
  }

  private static boolean isBlank(byte character) {
    return character == ' ' || character == '\t' || character == '\r' || character == '\n';
  }

  /** Whether the text ends here. */
  boolean atEnd() {
    next();
    return at >= to;
  }

  /** Enters the outermost object. False if the text is no object. */
  boolean enterObject() throws MalformedException {
    int first = next();
    if (first == 0) {
      throw unexpected("an object");
    }
    if (names.size() > MOST_KEPT_NAMES) {
      names = new HashSet<>();
    }
    names.clear();
    at++;
    return first == '{';
  }

  /** Reads the next name of the entered object. Null at the end of the object. */
  @Nullable String name() throws MalformedException {
    return name(names);
  }

  private @Nullable String name(Set<String> names) throws MalformedException {
    if (!another('}', names.isEmpty())) {
      return null;
    }
    if (next() != '"') {
      throw unexpected("a name");
    }
    readText();
    String name = text();
    if (!isWhole(name)) {
      throw malformed("half a surrogate pair in a name");
    }
    if (!names.add(name)) {
      throw malformed("the field " + MalformedException.quote(bytes, from, end) + " twice");
    }
    expect(':');
    return name;
  }

  /** Enters an array. */
  void enterArray() throws MalformedException {
    expect('[');
  }

  /** Whether the entered array has another element. Otherwise goes behind its end. */
  boolean element(boolean first) throws MalformedException {
    return another(']', first);
  }

  /** Goes to the next element or name, or behind the end. */
  private boolean another(char end, boolean first) throws MalformedException {
    if (next() == end) {
      at++;
      return false;
    }
    if (!first) {
      expect(',');
    }
    return true;
  }

  /** Skips a value of any kind. */
  void skip() throws MalformedException {
    skip(1);
  }

  private void skip(int depth) throws MalformedException {
    scalar();
    if (!isContainer()) {
      return;
    }
    if (depth == MOST_DEEP) {
      throw malformed("more than " + MOST_DEEP + " levels");
    }
    at++;
    if (kind == '{') {
      Set<String> names = new HashSet<>();
      while (name(names) != null) {
        skip(depth + 1);
      }
    } else {
      for (boolean first = true; another(']', first); first = false) {
        skip(depth + 1);
      }
    }
  }

  /** Reads a text, a number, true, false or null. Of an object or array, only reads the kind. */
  void scalar() throws MalformedException {
    kind = next();
    switch (kind) {
      case '{', '[' -> {}
      case '"' -> readText();
      case 't' -> readWord("true");
      case 'f' -> readWord("false");
      case 'n' -> readWord("null");
      default -> readNumber();
    }
  }

  /** The first character of the last {@link #scalar}. */
  int kind() {
    return kind;
  }

  /** Whether the last {@link #scalar} met an object or an array, which is not read. */
  boolean isContainer() {
    return kind == '{' || kind == '[';
  }

  /** The last scalar as a number. NaN if it is none, or too large. */
  double number() {
    return kind == '-' || isDigit(kind) ? Decimal.POINT.parse(bytes, from, end) : Double.NaN;
  }

  /** The last scalar as text: a text without its escapes, anything else as it is written. */
  String text() {
    return escaped ? unescaped() : new String(bytes, from, end - from, StandardCharsets.UTF_8);
  }

  /** Whether a text has no unpaired surrogates, which escapes can write. */
  static boolean isWhole(String text) {
    for (int at = 0; at < text.length(); at = text.offsetByCodePoints(at, 1)) {
      if (Character.getType(text.codePointAt(at)) == Character.SURROGATE) {
        return false;
      }
    }
    return true;
  }

  private void readText() throws MalformedException {
    from = ++at;
    escaped = false;
    for (; at < to && bytes[at] != '"'; at++) {
      if (bytes[at] == '\\') {
        escaped = true;
        readEscape();
      } else if (bytes[at] >= 0 && bytes[at] < ' ') {
        throw unexpected("a text without control characters");
      }
    }
    if (at >= to) {
      throw malformed("a text without end");
    }
    end = at++;
  }

  /** Goes to the last character of an escape. */
  private void readEscape() throws MalformedException {
    at++;
    if (at < to && bytes[at] == 'u') {
      for (int i = 0; i < 4; i++) {
        at++;
        if (at >= to || Character.digit(bytes[at], 16) < 0) {
          throw unexpected("a hexadecimal digit");
        }
      }
    } else if (at >= to || ESCAPES.indexOf(bytes[at]) < 0) {
      throw unexpected("the rest of an escape");
    }
  }

  private void readWord(String word) throws MalformedException {
    from = at;
    for (int i = 0; i < word.length(); i++, at++) {
      if (at == to || bytes[at] != word.charAt(i)) {
        throw unexpected("a value");
      }
    }
    end = at;
    escaped = false;
  }

  private void readNumber() throws MalformedException {
    from = at;
    if (at < to && bytes[at] == '-') {
      at++;
    }
    if (at < to && bytes[at] == '0') {
      at++;
    } else {
      digits();
    }
    if (at < to && bytes[at] == '.') {
      at++;
      digits();
    }
    if (at < to && (bytes[at] == 'e' || bytes[at] == 'E')) {
      at++;
      if (at < to && (bytes[at] == '-' || bytes[at] == '+')) {
        at++;
      }
      digits();
    }
    end = at;
    escaped = false;
  }

  private void digits() throws MalformedException {
    int first = at;
    while (at < to && isDigit(bytes[at])) {
      at++;
    }
    if (at == first) {
      throw unexpected(at == from ? "a value" : "a digit");
    }
  }

  private static boolean isDigit(int character) {
    return character >= '0' && character <= '9';
  }

  private String unescaped() {
    StringBuilder text = new StringBuilder();
    int plain = from;
    for (int i = from; i < end; i++) {
      if (bytes[i] == '\\') {
        text.append(new String(bytes, plain, i - plain, StandardCharsets.UTF_8));
        i++;
        if (bytes[i] == 'u') {
          text.append((char) hexadecimal(i + 1));
          i += 4;
        } else {
          text.append(MEANINGS.charAt(ESCAPES.indexOf(bytes[i])));
        }
        plain = i + 1;
      }
    }
    return text.append(new String(bytes, plain, end - plain, StandardCharsets.UTF_8)).toString();
  }

  private int hexadecimal(int first) {
    int value = 0;
    for (int i = first; i < first + 4; i++) {
      value = 16 * value + Character.digit(bytes[i], 16);
    }
    return value;
  }

  private void expect(char character) throws MalformedException {
    if (next() != character) {
      throw unexpected("'" + character + "'");
    }
    at++;
  }

  private MalformedException unexpected(String expected) {
    if (at >= to) {
      return malformed("the end where " + expected + " belongs");
    }
    if (bytes[at] == 0) {
      return new MalformedException(
          "found malformed JSON (a zero byte), allowed one JSON object in UTF-8");
    }
    int length = 1;
    while (at + length < to && (bytes[at + length] & 0xC0) == 0x80) {
      length++;
    }
    return malformed(
        MalformedException.quote(bytes, at, at + length) + " where " + expected + " belongs");
  }

  private static MalformedException malformed(String what) {
    return new MalformedException("found malformed JSON (" + what + "), allowed one JSON object");
  }
}
