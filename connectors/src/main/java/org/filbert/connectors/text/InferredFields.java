package org.filbert.connectors.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.filbert.connectors.BadInputException;

/** Proposes what the fields of JSON records are. A field that a record lacks is missing there. */
final class InferredFields {
  private static final int MOST_FIELDS = 10_000;
  private static final Pattern NAME =
      Pattern.compile(".*\\.(json|jsonl|ndjson)(\\.(gz|bz2|xz))?", Pattern.CASE_INSENSITIVE);

  private final JsonScanner json = new JsonScanner();
  private final Map<String, Integer> places = new HashMap<>();
  private final InferredColumns found;

  private InferredFields(String file) {
    this.found = InferredColumns.ofFields(file);
  }

  /** Whether a file has JSON records, by its name or its first line. */
  static boolean isJson(TextStart start) {
    String line = start.lines().line().excerpt();
    return NAME.matcher(start.file().name()).matches() || line.stripLeading().startsWith("{");
  }

  /**
   * Looks at the records from the current line on.
   *
   * @throws BadInputException if one of them is no JSON object
   */
  static InferredColumns of(TextStart start) throws IOException {
    InferredFields fields = new InferredFields(start.file().name());
    LineReader lines = start.lines();
    do {
      if (!lines.line().isBlank()) {
        try {
          lines.line().requireUtf8();
          fields.add(lines.line());
        } catch (MalformedException e) {
          long number = start.file().linesBefore(lines.offset()) + 1;
          throw new BadInputException(start.file().name() + ":" + number, e.reason(), e);
        }
      }
    } while (fields.found.isComplete() && lines.next());
    return fields.found;
  }

  private void add(Line line) throws MalformedException {
    json.start(line.bytes, line.from, line.to);
    if (!json.enterObject()) {
      throw new MalformedException("found no JSON object, allowed one JSON object");
    }
    List<String> cells = new ArrayList<>(places.size());
    cells.addAll(Arrays.asList(new String[places.size()]));
    cells.replaceAll(none -> "");
    for (String name = json.name(); name != null; name = json.name()) {
      Integer known = places.get(name);
      int place = known == null ? places.size() : known;
      if (known == null) {
        if (place == MOST_FIELDS) {
          throw new MalformedException(
              "found more than " + MOST_FIELDS + " different fields, allowed so many");
        }
        places.put(name, place);
        found.addField(name);
        cells.add("");
      }
      cells.set(place, cell(place));
    }
    if (!json.atEnd()) {
      throw new MalformedException("found text after the JSON object, allowed one JSON object");
    }
    found.add(cells);
  }

  private String cell(int place) throws MalformedException {
    json.scalar();
    if (json.isContainer()) {
      found.leaveOut(
          place,
          json.kind() == '{'
              ? "an object, which is not read"
              : "an array, which only the format's key array reads, as all features");
      json.skip();
      return "";
    }
    return json.kind() == 'n' ? "" : json.text();
  }
}
