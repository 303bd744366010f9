package org.filbert.jobs.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The reference of configurations as Markdown: a table of keys for each section of the schema. */
final class ConfigurationPage {
  private static final String HEAD =
      """
      # Configuration

      A run is described by one YAML file. [Write a configuration](../how-to/configure.md) says how such a file is written,
      checked and overridden. This page lists every key. It is made from the program, as are
      [conf/schema.json](../../conf/schema.json) and what editors show.

      Types of values:

      | type | example | |
      |---|---|---|
      | size | `512m`, `4g` | a number of bytes with an optional `k`, `m` or `g` (1,024, 1,024² or 1,024³ bytes) |
      | duration | `500ms`, `60s` | a whole number and one of `ms`, `s`, `m`, `h` |
      | path | `data/rows.csv` | on any file system that Flink is set up for; [how relative paths are found](../how-to/configure.md#paths) |
      | number | `1e-6` | finite, of at most 400 characters |
      | section | `{type: gaussian, sigma: 2}` | keys and values; one with the key `type` is one of several kinds |

      """;

  private final JsonNode schema;
  private final StringBuilder page = new StringBuilder(HEAD);

  /** The sections of which a heading exists or will, with the path that it shows. */
  private final Map<String, String> headings = new HashMap<>();

  private final Deque<String> waiting = new ArrayDeque<>();

  private ConfigurationPage(JsonNode schema) {
    this.schema = schema;
  }

  static String of(JsonNode schema) {
    return new ConfigurationPage(schema).text();
  }

  private String text() {
    run("train", "Training runs", schema.at("/else"));
    run("train-online", "Runs over streams", schema.at("/then"));
    return page.toString();
  }

  private void run(String command, String title, JsonNode reference) {
    page.append("## %s%n%nOf `./filbert %s`.%n%n".formatted(title, command).replace("\r", ""));
    table(definition(reference), "", "");
    while (!waiting.isEmpty()) {
      String name = waiting.removeFirst();
      String path = headings.get(name);
      page.append("### `")
          .append(path)
          .append("`\n\n<a id=\"")
          .append(anchor(path))
          .append("\"></a>\n\n");
      section(schema.at("/definitions/" + name), path);
    }
  }

  private void section(JsonNode section, String path) {
    sentence(section);
    if (section.has("oneOf")) { // or the word auto
      section(section.at("/oneOf/1"), path);
    } else if (section.has("allOf")) {
      String key = section.at("/allOf/0/if/properties").fieldNames().next();
      Map<JsonNode, List<String>> names = new LinkedHashMap<>(); // several may be one section
      section
          .path("allOf")
          .forEach(
              choice -> {
                String name = choice.at("/if/properties").path(key).path("const").asText();
                names
                    .computeIfAbsent(choice.path("then"), then -> new ArrayList<>())
                    .add("`%s: %s`".formatted(key, name));
              });
      names.forEach(
          (then, named) -> {
            page.append("**").append(String.join(", ", named)).append("**\n\n");
            sentence(then);
            table(then, path, key);
          });
    } else {
      table(section, path, "");
    }
  }

  private void sentence(JsonNode section) {
    if (section.has("description")) {
      page.append(section.path("description").asText()).append("\n\n");
    }
  }

  /**
   * @param chosen the key that has chosen the section; empty for none
   */
  private void table(JsonNode section, String path, String chosen) {
    Set<String> keys = new LinkedHashSet<>();
    section.path("properties").fieldNames().forEachRemaining(keys::add);
    keys.remove(chosen);
    if (keys.isEmpty()) {
      return;
    }
    Set<String> required =
        StreamSupport.stream(section.path("required").spliterator(), false)
            .map(JsonNode::asText)
            .collect(Collectors.toSet());
    page.append("| key | type | default | meaning |\n|---|---|---|---|\n");
    for (String key : keys) {
      JsonNode value = section.path("properties").path(key);
      Meaning meaning = Meaning.of(value);
      String fallback =
          required.contains(key)
              ? "required"
              : value.has("default")
                  ? code(value.path("default"))
                  : value.has("$ref") && meaning.fallback().equals("none")
                      ? ""
                      : meaning.fallback();
      String below = path.isEmpty() ? key : path + "." + key;
      page.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(key, type(value, meaning, below), fallback, meaning.text()));
    }
    page.append('\n');
  }

  private String type(JsonNode value, Meaning meaning, String path) {
    if (!meaning.allowed().isEmpty()) {
      return meaning.allowed();
    }
    if (value.has("$ref")) {
      String name = value.path("$ref").asText().replaceFirst(".*/", "");
      if (headings.putIfAbsent(name, path) == null) {
        waiting.add(name);
      }
      String shown = headings.get(name);
      return "[section%s](#%s)"
          .formatted(shown.equals(path) ? "" : " as `" + shown + "`", anchor(shown));
    }
    if (value.has("enum")) {
      return StreamSupport.stream(value.path("enum").spliterator(), false)
          .map(ConfigurationPage::code)
          .collect(Collectors.joining(", "));
    }
    if (value.has("const")) {
      return code(value.path("const"));
    }
    if (value.has("oneOf")) {
      return StreamSupport.stream(value.path("oneOf").spliterator(), false)
          .map(each -> type(each, Meaning.NONE, path))
          .collect(Collectors.joining(" or "));
    }
    if (value.path("type").isArray()) {
      return "text";
    }
    return switch (value.path("type").asText()) {
      case "integer" -> "whole number";
      case "boolean" -> "`true`, `false`";
      case "array" -> "list of: " + type(value.path("items"), Meaning.NONE, path);
      case "object" ->
          value.path("additionalProperties").has("$ref")
              ? "for each name a " + type(value.path("additionalProperties"), Meaning.NONE, path)
              : "section";
      case "string" -> "text";
      default -> "number";
    };
  }

  private JsonNode definition(JsonNode reference) {
    return schema.at(reference.path("$ref").asText().substring(1));
  }

  private static String anchor(String path) {
    return "key-" + path.replace('.', '-').toLowerCase(Locale.ROOT);
  }

  private static String code(JsonNode value) {
    return value.isContainerNode() && value.isEmpty()
        ? ""
        : "`" + (value.isTextual() ? value.asText() : value) + "`";
  }

  /** A description, cut into what it says of a key, of its default and of its values. */
  private record Meaning(String text, String fallback, String allowed) {
    static final Meaning NONE = new Meaning("", "none", "");

    static Meaning of(JsonNode value) {
      String[] parts = value.path("description").asText().split(ConfigSchema.ALLOWED, 2);
      String[] sentences = parts[0].split(" ?Default: ", 2);
      return new Meaning(
          sentences[0].replace("|", "\\|"),
          sentences.length > 1 ? sentences[1].replaceFirst("\\.$", "") : "none",
          parts.length > 1 ? parts[1] : "");
    }
  }
}
