package org.filbert.connectors.text;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.filbert.connectors.file.ReadOptions;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.data.Target;
import org.filbert.table.CellColumns;
import org.jspecify.annotations.Nullable;

/** Parses a JSON object into a dense example or a document. */
final class JsonLinesParser implements LineParser {
  private static final double[] NONE = {};
  private static final boolean[] NONE_SEEN = {};

  /** Memory for numbers that is allocated before they arrive. */
  private static final int MOST_RESERVED = 1 << 16;

  private final @Nullable String label;
  private final @Nullable String array;
  private final @Nullable String text;
  private final Map<String, Integer> slots = new LinkedHashMap<>();
  private final Map<String, Integer> targets = new LinkedHashMap<>();
  private final @Nullable CellColumns columns;
  private final int features;
  private final Role role;
  private final Labels labels;
  private final JsonScanner json = new JsonScanner();

  /** The registered format {@code jsonlines}. */
  public static final class Type extends TextType<JsonLines> {
    public Type() {
      super("jsonlines", JsonLines.class);
    }

    @Override
    TextLayout layout(JsonLines format, ReadOptions options, Labels labels, TextStart start)
        throws IOException {
      Role role = options.role();
      start.requireLine(Line::isBlank, "");
      int features = format.array() == null ? 0 : arrayLength(format, role, labels, start.lines());
      return new TextLayout(new JsonLinesParser(role, labels, format, options.columns(), features));
    }

    /** The first well-formed record decides on the length of all arrays. */
    private static int arrayLength(JsonLines format, Role role, Labels labels, LineReader lines)
        throws IOException {
      JsonLinesParser parser = new JsonLinesParser(role, labels, format, null, 0);
      do {
        try {
          lines.line().requireUtf8();
          return parser.parse(lines.line(), 0).features().width();
        } catch (MalformedException e) {
          // A reader of the records will say what is wrong with this one.
        }
      } while (lines.next());
      return 0;
    }

    @Override
    LineParser parser(
        JsonLines format,
        Labels labels,
        @Nullable Integer features,
        @Nullable CellColumns columns) {
      return new JsonLinesParser(
          Role.TRAIN, labels, format, columns, features == null ? 0 : features);
    }

    @Override
    boolean oneLine() {
      return false;
    }
  }

  /** Shared, as a file may have many such records. */
  private final MalformedException noFeatures;

  /**
   * @param columns fields whose values are taken as they stand; null for numbers or documents
   * @param features number of features of each record; 0 allows arrays of any length
   */
  JsonLinesParser(
      Role role, Labels labels, JsonLines format, @Nullable CellColumns columns, int features) {
    this.label = format.label();
    this.array = format.array();
    this.text = format.text();
    this.columns = columns;
    for (String field :
        columns == null
            ? format.fields()
            : JsonFields.of(format.fields(), columns, role == Role.TRAIN)) {
      slots.put(field, slots.size());
    }
    if (labels.required()) {
      format.targets().forEach(field -> targets.put(field, targets.size()));
    }
    this.noFeatures =
        new MalformedException(
            text != null
                ? "found no field " + text + ", allowed text"
                : "found no field " + array + ", allowed an array of numbers");
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
    json.start(line.bytes, line.from, line.to);
    if (!json.enterObject()) {
      throw new MalformedException("found no JSON object, allowed one JSON object");
    }
    Features features = null;
    double[] scalars = slots.isEmpty() || columns != null ? NONE : new double[slots.size()];
    @Nullable String[] cells = new @Nullable String[columns == null ? 0 : slots.size()];
    boolean[] seen = slots.isEmpty() ? NONE_SEEN : new boolean[slots.size()];
    double[] numbers = targets.isEmpty() ? NONE : new double[targets.size()];
    boolean[] numbersSeen = targets.isEmpty() ? NONE_SEEN : new boolean[targets.size()];
    Target target = null;
    boolean labelSeen = false;
    for (String name = json.name(); name != null; name = json.name()) {
      Integer slot = slots.get(name);
      Integer number = targets.get(name);
      if (number != null) {
        numbers[number] = number(name);
        numbersSeen[number] = true;
      } else if (slot != null && columns != null) {
        cells[slot] = cell(columns, slot, name);
      } else if (slot != null) {
        scalars[slot] = number(name);
        seen[slot] = true;
      } else if (name.equals(array)) {
        features = new Features.Dense(array(name));
      } else if (name.equals(text)) {
        features = new Features.Text(document(name));
      } else if (name.equals(label)) {
        target = target(name);
        labelSeen = true;
      } else {
        json.skip();
      }
    }
    if (!json.atEnd()) {
      throw new MalformedException("found text after the JSON object, allowed one JSON object");
    }
    if (!targets.isEmpty()) {
      requireAll(targets, numbersSeen);
      target = new Target.Values(numbers);
    } else if (!labelSeen) {
      target = labels.missing();
    }
    if (columns != null) {
      features = checked(columns, cells);
    } else if (array == null && text == null) {
      requireAll(slots, seen);
      features = new Features.Dense(scalars);
    }
    if (features == null) {
      throw noFeatures;
    }
    return new Instance.Example(role, position, features, target);
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

  private @Nullable String cell(CellColumns columns, int slot, String name)
      throws MalformedException {
    json.scalar();
    if (json.isContainer()) {
      throw wrong(name, "text, a number, true, false or null");
    }
    boolean written = json.kind() == '"';
    String text = json.kind() == 'n' ? null : columns.value(wholeText(name));
    if (text == null || !written || columns.columns().get(slot).notation() == null) {
      return text;
    }
    String plain = columns.columns().get(slot).plain(text);
    if (plain == null) {
      throw new MalformedException(columns.problem(slot, text, "field " + name));
    }
    return plain;
  }

  private Features.Cells checked(CellColumns columns, @Nullable String[] cells)
      throws MalformedException {
    for (Map.Entry<String, Integer> field : slots.entrySet()) {
      int slot = field.getValue();
      if (!columns.allows(slot, cells[slot])) {
        throw new MalformedException(columns.problem(slot, cells[slot], "field " + field.getKey()));
      }
    }
    return Features.Cells.of(Arrays.asList(cells));
  }

  private String document(String name) throws MalformedException {
    json.scalar();
    if (json.kind() != '"') {
      throw wrong(name, "text");
    }
    return wholeText(name);
  }

  private double[] array(String name) throws MalformedException {
    if (json.next() != '[') {
      json.scalar();
      throw wrong(name, "an array of numbers");
    }
    json.enterArray();
    double[] values = new double[Math.max(16, Math.min(features, MOST_RESERVED))];
    int count = 0;
    while (json.element(count == 0)) {
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      values[count++] = number(name);
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

  private double number(String name) throws MalformedException {
    json.scalar();
    double value = json.number();
    if (Double.isNaN(value)) {
      throw wrong(name, "a finite number");
    }
    return value;
  }

  private @Nullable Target target(String name) throws MalformedException {
    json.scalar();
    if (json.isContainer()) {
      throw wrong(name, "text or a number as label");
    }
    if (json.kind() == 'n') {
      return labels.missing();
    }
    byte[] text = wholeText(name).getBytes(StandardCharsets.UTF_8);
    return labels.target(text, 0, text.length);
  }

  /** The text of a value. Unpaired surrogates are refused, as UTF-8 cannot encode them. */
  private String wholeText(String name) throws MalformedException {
    String text = json.text();
    if (!JsonScanner.isWhole(text)) {
      throw new MalformedException(
          "found half a surrogate pair in field " + name + ", allowed whole characters");
    }
    return text;
  }

  /** The exception for an object or array that comes next, or for the last scalar. */
  private MalformedException wrong(String name, String allowed) {
    String found =
        switch (json.kind()) {
          case '{' -> "an object";
          case '[' -> "an array";
          default -> {
            byte[] text = json.text().getBytes(StandardCharsets.UTF_8);
            yield MalformedException.quote(text, 0, text.length);
          }
        };
    return new MalformedException("found " + found + " in field " + name + ", allowed " + allowed);
  }
}
