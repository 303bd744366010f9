package org.filbert.jobs.report;

import static org.filbert.jobs.report.Node.element;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.filbert.jobs.report.Node.Element;

/**
 * A table whose first column names the rows.
 *
 * @param header names of the columns; empty for a list of properties
 */
public record Table(String caption, List<String> header, List<List<String>> rows) {

  /** A table of names and values. */
  public static Table properties(String caption, Map<String, String> values) {
    return new Table(
        caption,
        List.of(),
        values.entrySet().stream()
            .map(entry -> List.of(entry.getKey(), entry.getValue()))
            .toList());
  }

  /** The table in a box that scrolls on narrow pages. */
  public Element box() {
    List<Element> parts = new ArrayList<>(List.of(element("caption", caption)));
    if (!header.isEmpty()) {
      List<Element> names =
          header.stream().map(name -> element("th", name).with("scope", "col")).toList();
      parts.add(element("thead", element("tr").containing(names)));
    }
    parts.add(element("tbody").containing(rows.stream().map(Table::row).toList()));
    return element("div", element("table").containing(parts))
        .with("class", "table")
        .with("role", "region")
        .with("aria-label", caption)
        .with("tabindex", 0);
  }

  private static Element row(List<String> cells) {
    Element name = element("th", cells.get(0)).with("scope", "row");
    return element("tr", name)
        .containing(cells.stream().skip(1).map(cell -> element("td", cell)).toList());
  }
}
