package org.filbert.connectors.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a configuration calls a column of a CSV file. A number is the column's number from 1, also
 * written as the text {@code #1}; if there is no such column, it may be a name. Any other text is a
 * name; if no column has that name and the text is a number, it is the column's number. Of columns
 * that share a name, each is called by the name and its number, as in {@code price #3}.
 */
public final class ColumnName {
  private static final String MARK = "#";
  private static final Pattern WHOLE = Pattern.compile("-?\\d+");
  private static final Pattern PLACED = Pattern.compile("(.*) #(\\d{1,9})", Pattern.DOTALL);
  private static final Pattern MARKED = Pattern.compile(MARK + "(-?\\d+)");
  private static final Pattern NUMBER = Pattern.compile("0*[1-9]\\d{0,8}");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u2028\\u2029]");
  private static final Pattern CONSTANT =
      Pattern.compile("true|false|null|yes|no|on|off|y|n", Pattern.CASE_INSENSITIVE);

  private ColumnName() {}

  /** Reads a number as such: it is no name, as the same text in quotes would be. */
  public static final class Reading extends StdScalarDeserializer<String> {
    private static final long serialVersionUID = 1;

    Reading() {
      super(String.class);
    }

    @Override
    public String deserialize(JsonParser in, DeserializationContext context) throws IOException {
      return in.currentToken() == JsonToken.VALUE_NUMBER_INT
          ? MARK + in.getText()
          : StringDeserializer.instance.deserialize(in, context);
    }
  }

  /** What a user types where there is text alone: a number, or a name that may be in quotes. */
  static String typed(String text) {
    if (WHOLE.matcher(text).matches()) {
      return MARK + text;
    }
    boolean quoted = text.length() > 2 && text.startsWith("\"") && text.endsWith("\"");
    return quoted ? text.substring(1, text.length() - 1) : text;
  }

  /** Whether a text stands for a number alone. */
  static boolean isMarked(String column) {
    return MARKED.matcher(column).matches();
  }

  /** The column without the mark of a number. */
  public static String unmarked(String column) {
    Matcher marked = MARKED.matcher(column);
    return marked.matches() ? marked.group(1) : column;
  }

  /** Whether a text is the number of a column, as it is without a header. */
  public static boolean isNumber(String column) {
    return NUMBER.matcher(column).matches();
  }

  /** Index of the column with a name and a number; -1 if there is none. */
  static int placed(List<String> names, String column) {
    Matcher placed = PLACED.matcher(column);
    int place = placed.matches() ? Integer.parseInt(placed.group(2)) - 1 : -1;
    boolean found = place >= 0 && place < names.size();
    return found && names.get(place).equals(placed.group(1)) ? place : -1;
  }

  /** Index of the column with a number, whatever the names are; -1 if there is none. */
  static int place(String column, int columns) {
    String number = unmarked(column);
    int place = isNumber(number) ? Integer.parseInt(number) - 1 : -1;
    return place < columns ? place : -1;
  }

  /** As it stands in a list or as a value of a configuration. */
  static String written(String column) {
    return isMarked(column) ? unmarked(column) : yaml(column);
  }

  /** A column of a file in a list or as a value of a configuration. */
  static String written(List<String> names, int column) {
    return tells(names, column) ? yaml(names.get(column)) : Integer.toString(column + 1);
  }

  /** A column of a file as a key of a configuration, where a number is text. */
  static String key(List<String> names, int column) {
    if (tells(names, column)) {
      return yaml(names.get(column));
    }
    String number = Integer.toString(column + 1);
    if (!names.isEmpty() && !names.get(column).isBlank()) {
      return yaml(names.get(column) + " " + MARK + number);
    }
    return yaml(names.contains(number) ? MARK + number : number);
  }

  /** Whether a column's name is that of no other one, and not blank. */
  static boolean tells(List<String> names, int column) {
    if (names.isEmpty() || names.get(column).isBlank()) {
      return false;
    }
    String name = names.get(column);
    return names.indexOf(name) == names.lastIndexOf(name);
  }

  /** A text in a configuration, in quotes where it needs them. */
  static String yaml(String text) {
    boolean plain = PLAIN.matcher(text).matches() && !CONSTANT.matcher(text).matches();
    return plain ? text : '"' + escaped(text.replace("\\", "\\\\").replace("\"", "\\\"")) + '"';
  }

  private static String escaped(String text) {
    return CONTROL
        .matcher(text)
        .replaceAll(
            found -> String.format(Locale.ROOT, "\\\\u%04x", (int) found.group().charAt(0)));
  }
}
