package org.filbert.jobs.report;

import static org.filbert.jobs.report.Node.element;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.filbert.jobs.report.Node.Element;

/**
 * A page that contains its styles. It loads nothing and runs no script.
 *
 * @param subtitle a line under the title
 */
public record Page(String title, String subtitle, List<Element> sections) {

  /** The text of the page, to be stored as UTF-8. */
  public String html() {
    StringBuilder out = new StringBuilder("<!DOCTYPE html>\n");
    element(
            "html",
            element(
                "head",
                element("meta").with("charset", "utf-8"),
                element("meta")
                    .with("name", "viewport")
                    .with("content", "width=device-width, initial-scale=1"),
                element("meta").with("name", "color-scheme").with("content", "light dark"),
                element("title", title),
                element("style", styles())),
            element(
                "body",
                element("header", element("h1", title), element("p", subtitle)),
                element("main").containing(sections)))
        .with("lang", "en")
        .write(out);
    return out.append('\n').toString();
  }

  /** A part of the page with a heading. */
  public static Element section(String heading, List<? extends Node> content) {
    return element("section", element("h2", heading)).containing(content);
  }

  /** A part of the page that is shown when its heading is opened. */
  public static Element folded(String heading, List<? extends Node> content) {
    return element("details", element("summary", element("h2", heading)))
        .with("class", "fold")
        .containing(content);
  }

  /** A sentence. */
  public static Element note(String text) {
    return element("p", text).with("class", "note");
  }

  /** Warnings, which stand at the top of a page. */
  public static Element warnings(List<String> warnings) {
    return element("ul")
        .with("class", "warnings")
        .containing(warnings.stream().map(warning -> element("li", warning)).toList());
  }

  /** Key figures by name. */
  public static Element numbers(Map<String, String> numbers) {
    return element("dl")
        .with("class", "numbers")
        .containing(
            numbers.entrySet().stream()
                .map(
                    entry ->
                        element(
                            "div", element("dt", entry.getKey()), element("dd", entry.getValue())))
                .toList());
  }

  /** Charts, side by side where there is room. */
  public static Element charts(List<? extends Chart> charts) {
    return element("div")
        .with("class", "charts")
        .containing(charts.stream().map(Chart::figure).toList());
  }

  /** Tables, side by side where there is room. */
  public static Element tables(List<Table> tables) {
    return element("div")
        .with("class", "tables")
        .containing(tables.stream().map(Table::box).toList());
  }

  /** Preformatted text. */
  public static Element verbatim(String text) {
    return element("pre", text).with("tabindex", 0);
  }

  private static String styles() {
    try (InputStream in = Objects.requireNonNull(Page.class.getResourceAsStream("report.css"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
