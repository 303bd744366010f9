package org.filbert.connectors.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.filbert.connectors.DataFormat;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.jspecify.annotations.Nullable;

/** One JSON object to one dense example, or one document. */
final class JsonLinesParser implements LineParser {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** Numbers that there is memory for before they have arrived. */
  private static final int MOST_RESERVED = 1 << 16;

  private final @Nullable String label;
  private final @Nullable String array;
  private final @Nullable String text;
  private final Map<String, Integer> slots = new LinkedHashMap<>();
  private final Map<String, Integer> targets = new LinkedHashMap<>();
  private final int features;
  private final Role role;
  private final Labels labels;

  /**
   * @param features the number of features of every record; 0 to take arrays of any length
   */
  JsonLinesParser(Role role, Labels labels, DataFormat.JsonLines format, int features) {
    this.label = format.label();
    this.array = format.array();
    this.text = format.text();
    for (String field : format.fields()) {
      slots.put(field, slots.size());
    }
    if (labels.required()) {
      format.targets().forEach(field -> targets.put(field, targets.size()));
    }
    this.features = array == null ? slots.size() : features;
    this.role = role;
    this.labels = labels;
  }

  @Override
  public int features() {
    return features;
  }

  @Override
  public Instance.Example parse(Line line, long position) throws MalformedException {
    requireOneByteStart(line);
    requireBraces(line);
    try (JsonParser json = JSON.createParser(line.bytes, line.from, line.to - line.from)) {
      return example(json, position);
    } catch (JsonProcessingException e) {
      throw new MalformedException(
          "found malformed JSON (" + e.getOriginalMessage() + "), allowed one JSON object");
    } catch (IOException e) {
      throw new MalformedException(
          "found malformed JSON (" + e.getMessage() + "), allowed one JSON object");
    }
  }

  /** Zeros among the first bytes would make the parser take the text for UTF-16 or UTF-32. */
  private static void requireOneByteStart(Line line) throws MalformedException {
    for (int at = line.from; at < Math.min(line.to, line.from + Integer.BYTES); at++) {
      if (line.bytes[at] == 0) {
        throw new MalformedException(
            "found malformed JSON (a zero byte), allowed one JSON object in UTF-8");
      }
    }
  }

  /**
   * Tells most of what is no object, at a hundredth of what it costs the parser to fail: a file may
   * have hundreds of thousands of such lines.
   */
  private static void requireBraces(Line line) throws MalformedException {
    int from = line.from;
    int to = line.to;
    while (from < to && isBlank(line.bytes[from])) {
      from++;
    }
    while (from < to && isBlank(line.bytes[to - 1])) {
      to--;
    }
    if (from == to || (line.bytes[from] != '{' && line.bytes[from] >= 0)) {
      throw new MalformedException("found no JSON object, allowed one JSON object");
    }
    if (line.bytes[to - 1] != '}') {
      throw new MalformedException(
          "found malformed JSON (no } at its end), allowed one JSON object");
    }
  }

  private static boolean isBlank(byte character) {
    return character == ' ' || character == '\t' || character == '\r' || character == '\n';
  }

  private Instance.Example example(JsonParser json, long position)
      throws IOException, MalformedException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new MalformedException("found no JSON object, allowed one JSON object");
    }
    Features features = null;
    double[] scalars = new double[slots.size()];
    boolean[] seen = new boolean[slots.size()];
    double[] numbers = new double[targets.size()];
    boolean[] numbersSeen = new boolean[targets.size()];
    Target target = null;
    boolean labelSeen = false;
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      json.nextToken();
      Integer slot = slots.get(name);
      Integer number = targets.get(name);
      if (number != null) {
        numbers[number] = number(json, name);
        numbersSeen[number] = true;
      } else if (slot != null) {
        scalars[slot] = number(json, name);
        seen[slot] = true;
      } else if (name.equals(array)) {
        features = new Features.Dense(array(json, name));
      } else if (name.equals(text)) {
        features = document(json, name);
      } else if (name.equals(label)) {
        target = target(json, name);
        labelSeen = true;
      } else {
        json.skipChildren();
      }
    }
    if (json.nextToken() != null) {
      throw new MalformedException("found text after the JSON object, allowed one JSON object");
    }
    if (!targets.isEmpty()) {
      requireAll(targets, numbersSeen);
      target = new Target.Values(numbers);
    } else if (!labelSeen) {
      target = labels.missing();
    }
    if (array == null && text == null) {
      requireAll(slots, seen);
      features = new Features.Dense(scalars);
    }
    if (features == null) {
      throw new MalformedException(
          text != null
              ? "found no field " + text + ", allowed text"
              : "found no field " + array + ", allowed an array of numbers");
    }
    return new Instance.Example(role, position, features, target);
  }

  private static Features.Text document(JsonParser json, String name)
      throws IOException, MalformedException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw new MalformedException("found " + found(json) + " in field " + name + ", allowed text");
    }
    return new Features.Text(text(json, name));
  }

  private static void requireAll(Map<String, Integer> fields, boolean[] seen)
      throws MalformedException {
    for (Map.Entry<String, Integer> field : fields.entrySet()) {
      if (!seen[field.getValue()]) {
        throw new MalformedException(
            "found no field " + field.getKey() + ", allowed a finite number");
      }
    }
  }

  private double[] array(JsonParser json, String name) throws IOException, MalformedException {
    if (!json.isExpectedStartArrayToken()) {
      throw new MalformedException(
          "found " + found(json) + " in field " + name + ", allowed an array of numbers");
    }
    double[] values = new double[Math.max(16, Math.min(features, MOST_RESERVED))];
    int count = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      values[count++] = number(json, name);
    }
    if (count == 0 || (features > 0 && count != features)) {
      throw new MalformedException(
          "found "
              + count
              + " numbers in field "
              + name
              + ", allowed "
              + (features > 0 ? features + " in every record" : "one or more"));
    }
    return count == values.length ? values : Arrays.copyOf(values, count);
  }

  private static double number(JsonParser json, String name)
      throws IOException, MalformedException {
    double value = json.currentToken().isNumeric() ? json.getDoubleValue() : Double.NaN;
    if (!Double.isFinite(value)) {
      throw new MalformedException(
          "found " + found(json) + " in field " + name + ", allowed a finite number");
    }
    return value;
  }

  private @Nullable Target target(JsonParser json, String name)
      throws IOException, MalformedException {
    JsonToken token = json.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return labels.missing();
    }
    if (!token.isScalarValue()) {
      throw new MalformedException(
          "found " + found(json) + " in field " + name + ", allowed text or a number as label");
    }
    byte[] text = text(json, name).getBytes(StandardCharsets.UTF_8);
    return labels.target(text, 0, text.length);
  }

  /** The text of a value; escapes can write what is no character and has no UTF-8. */
  private static String text(JsonParser json, String name) throws IOException, MalformedException {
    String text = json.getText();
    if (text.codePoints().anyMatch(JsonLinesParser::isSurrogate)) {
      throw new MalformedException(
          "found half a surrogate pair in field " + name + ", allowed whole characters");
    }
    return text;
  }

  private static boolean isSurrogate(int codePoint) {
    return Character.getType(codePoint) == Character.SURROGATE;
  }

  private static String found(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      default -> {
        byte[] text = json.getText().getBytes(StandardCharsets.UTF_8);
        yield MalformedException.quote(text, 0, text.length);
      }
    };
  }
}
