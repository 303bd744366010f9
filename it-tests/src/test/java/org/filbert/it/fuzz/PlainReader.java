package org.filbert.it.fuzz;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/** Second, slow and plain readers of records with a class name and numbers. */
interface PlainReader {
  /** What a record says; null if it is none. */
  @Nullable Record read(String text);

  /**
   * What a record says.
   *
   * @param label null if there is none
   * @param indices of the values of a sparse record
   */
  record Record(@Nullable String label, int @Nullable [] indices, double[] values) {
    static Record of(Instance.Example example) {
      String label = example.target() == null ? null : ((Target.ClassName) example.target()).name();
      return example.features() instanceof Features.Sparse sparse
          ? new Record(label, sparse.indices(), sparse.values())
          : new Record(label, null, ((Features.Dense) example.features()).values());
    }

    /** Equal but for the sign of a zero. */
    boolean same(Record other) {
      boolean equal = values.length == other.values.length;
      for (int i = 0; equal && i < values.length; i++) {
        equal = values[i] == other.values[i];
      }
      return equal && sameLabel(other) && Arrays.equals(indices, other.indices);
    }

    /** A number in a tree is no longer written as it was. */
    private boolean sameLabel(Record other) {
      return Objects.equals(label, other.label)
          || (isNumber(label)
              && isNumber(other.label)
              && Double.parseDouble(label) == Double.parseDouble(other.label));
    }

    /** One beyond all bounds is infinite in a tree. */
    private static boolean isNumber(@Nullable String label) {
      return label != null && (NUMBER.matcher(label).matches() || label.matches("-?Infinity"));
    }

    @Override
    public String toString() {
      return label + " " + Arrays.toString(indices) + Arrays.toString(values);
    }
  }

  Pattern NUMBER = Pattern.compile("[-+]?+([0-9]++(\\.[0-9]*+)?+|\\.[0-9]++)([eE][-+]?+[0-9]++)?+");

  /** The number, not a number if it is none or not finite. */
  static double number(String text) {
    double value = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    return Double.isFinite(value) ? value : Double.NaN;
  }

  /** The text of one line, blank ones and those of other encodings being none. */
  static @Nullable String line(byte[] bytes, boolean one) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
    text = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    text = text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    boolean blank = text.chars().allMatch(c -> c == ' ' || c == '\t');
    return blank || (one && text.contains("\n")) ? null : text;
  }

  /** Comma-separated, the label first. */
  record Csv(int features) implements PlainReader {
    private static final Pattern CELL =
        Pattern.compile("[ \t]*+(?:\"((?:[^\"]++|\"\")*+)\"[ \t]*+|((?!\")[^,]*+))(,|\\z)");

    @Override
    public @Nullable Record read(String text) {
      List<String> cells = new ArrayList<>();
      Matcher cell = CELL.matcher(text);
      int at = 0;
      boolean more = true;
      while (more) {
        cell.region(at, text.length());
        if (!cell.lookingAt()) {
          return null;
        }
        cells.add(
            cell.group(1) != null
                ? cell.group(1).replace("\"\"", "\"")
                : cell.group(2).replaceFirst("(?<![ \t])[ \t]++\\z", ""));
        more = !cell.group(3).isEmpty();
        at = cell.end();
      }
      double[] values = cells.stream().skip(1).mapToDouble(PlainReader::number).toArray();
      boolean good = values.length == features && Arrays.stream(values).noneMatch(Double::isNaN);
      return good ? new Record(cells.get(0).isEmpty() ? null : cells.get(0), null, values) : null;
    }
  }

  /** Indices from 1; a query's number and a comment may be there. */
  record LibSvm(int features) implements PlainReader {
    @Override
    public @Nullable Record read(String text) {
      List<String> words =
          new ArrayList<>(
              Arrays.stream(text.replaceFirst("(?s)(\\A|[ \t])#.*", "").split("[ \t]+", -1))
                  .filter(word -> !word.isEmpty())
                  .toList());
      if (words.isEmpty()) {
        return null;
      }
      String label = words.get(0).contains(":") ? null : words.remove(0);
      if (!words.isEmpty() && words.get(0).startsWith("qid:")) {
        words.remove(0);
      }
      int[] indices = new int[words.size()];
      double[] values = new double[words.size()];
      for (int i = 0; i < values.length; i++) {
        String[] pair = words.get(i).split(":", 2);
        if (!pair[0].matches("[0-9]++") || pair.length < 2 || Double.isNaN(number(pair[1]))) {
          return null;
        }
        double index = Double.parseDouble(pair[0]);
        if (index < 1 || index > features || (i > 0 && index - 1 <= indices[i - 1])) {
          return null;
        }
        indices[i] = (int) index - 1;
        values[i] = number(pair[1]);
      }
      return new Record(label, indices, values);
    }
  }

  /** An object with the fields x, numbers, and y, the label. */
  record JsonTree(int features) implements PlainReader {
    private static final JsonMapper DOUBLES =
        JsonMapper.builder(
                JsonFactory.builder()
                    .streamReadConstraints(
                        StreamReadConstraints.builder()
                            .maxNumberLength(Integer.MAX_VALUE)
                            .maxNameLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(StreamReadFeature.USE_FAST_BIG_NUMBER_PARSER)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final Pattern BAD_ESCAPE = Pattern.compile("\\\\u(?![0-9a-fA-F]{4})");
    private static final JsonMapper EXACT =
        DOUBLES
            .rebuild()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES) // a million take minutes
            .build();

    /** Decimals as they are written, unless their exponents are beyond all bounds. */
    private static JsonNode tree(String text) throws IOException {
      try {
        return EXACT.readTree(text);
      } catch (NumberFormatException e) {
        return DOUBLES.readTree(text);
      }
    }

    @Override
    public @Nullable Record read(String text) {
      if (BAD_ESCAPE.matcher(text.replace("\\\\", "")).find()) {
        return null; // some of which are digits to Jackson
      }
      JsonNode tree;
      try {
        tree = tree(text.startsWith("\uFEFF") ? text.substring(1) : text);
      } catch (IOException e) {
        return null;
      }
      JsonNode x = tree.path("x");
      JsonNode y = tree.path("y");
      if (!tree.isObject() || !x.isArray() || x.size() != features || y.isContainerNode()) {
        return null;
      }
      double[] values = new double[features];
      for (int i = 0; i < features; i++) {
        values[i] = x.get(i).isNumber() ? number(x.get(i).asText()) : Double.NaN;
        if (Double.isNaN(values[i])) {
          return null;
        }
      }
      String label = y.isMissingNode() || y.isNull() || y.asText().isEmpty() ? null : y.asText();
      return label == null || StandardCharsets.UTF_8.newEncoder().canEncode(label)
          ? new Record(label, null, values)
          : null;
    }
  }
}
