package org.filbert.jobs.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A part of a page that is both HTML and well-formed XML. All text and attribute values are escaped
 * when they are written.
 */
public sealed interface Node {

  /** Plain characters. */
  record Text(String text) implements Node {
    @Override
    public void write(StringBuilder out) {
      escape(text, out);
    }
  }

  /** An immutable element with attributes and content. */
  record Element(String name, Map<String, String> attributes, List<Node> children) implements Node {
    private static final Set<String> VOID = Set.of("meta");

    /** This element with one more attribute. */
    public Element with(String attribute, Object value) {
      Map<String, String> more = new LinkedHashMap<>(attributes);
      more.put(attribute, value.toString());
      return new Element(name, more, children);
    }

    /** This element with more content. */
    public Element containing(List<? extends Node> more) {
      List<Node> all = new ArrayList<>(children);
      all.addAll(more);
      return new Element(name, attributes, List.copyOf(all));
    }

    @Override
    public void write(StringBuilder out) {
      out.append('<').append(name);
      attributes.forEach(
          (attribute, value) -> {
            out.append(' ').append(attribute).append("=\"");
            escape(value, out);
            out.append('"');
          });
      if (VOID.contains(name)) {
        out.append(" />");
        return;
      }
      out.append('>');
      children.forEach(child -> child.write(out));
      out.append("</").append(name).append('>');
    }
  }

  void write(StringBuilder out);

  static Node text(String text) {
    return new Text(text);
  }

  static Element element(String name, Node... children) {
    return new Element(name, Map.of(), Arrays.asList(children));
  }

  static Element element(String name, String text) {
    return element(name, text(text));
  }

  private static void escape(String text, StringBuilder out) {
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                default -> out.appendCodePoint(allowed(c) ? c : 0xFFFD);
              }
            });
  }

  /** Whether XML allows the character. */
  private static boolean allowed(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || (c >= 0x20 && c < 0xD800)
        || (c >= 0xE000 && c < 0xFFFE)
        || c > 0xFFFF;
  }
}
