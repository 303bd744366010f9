package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.filbert.data.Excerpt;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Turns YAML into JSON nodes and notes the line of every key.
 *
 * <p>Plain scalars follow YAML 1.2's core schema: {@code true}, {@code false}, decimal numbers,
 * else text ({@code no} and {@code 1:30} are text). A key without a value, a key given twice, and
 * anchors are errors.
 */
public final class YamlReader {
  private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]+");
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final Pattern NULL = Pattern.compile("~|null|Null|NULL|");

  /** The parser's time and memory grow with the square of the length of a value. */
  public static final int LONGEST_TEXT = 1 << 17;

  private static final int LONGEST_NUMBER = 400;
  private static final int LONGEST_SHOWN = 60;
  private static final Resolver TAGS = new Resolver();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final String file;
  private final Map<KeyPath, String> origins = new HashMap<>();

  private YamlReader(String file) {
    this.file = file;
  }

  /** Reads a configuration; {@code file} is its name in messages. */
  public static ConfigDocument read(String file, String text) {
    YamlReader reader = new YamlReader(file);
    Node node = reader.compose(text);
    if (node == null) {
      throw new ConfigException(file + ": is empty");
    }
    JsonNode root = reader.convert(KeyPath.ROOT, node);
    if (!(root instanceof ObjectNode section)) {
      throw new ConfigException(
          reader.line(node),
          KeyPath.ROOT,
          "must be a section of keys, found " + ValueDescription.found(root));
    }
    return new ConfigDocument(section, reader.origins);
  }

  /** Reads a single value such as {@code 3}, {@code text} or <code>{type: linear}</code>. */
  public static JsonNode readValue(String origin, String text) {
    YamlReader reader = new YamlReader(origin);
    Node node = reader.compose(text);
    if (node == null || (node instanceof ScalarNode scalar && isNull(scalar))) {
      return NODES.nullNode();
    }
    return reader.convert(KeyPath.ROOT, node);
  }

  private @Nullable Node compose(String text) {
    if (text.length() > LONGEST_TEXT) {
      throw new ConfigException(
          "%s: has %s characters, must be at most %s".formatted(file, text.length(), LONGEST_TEXT));
    }
    try {
      LoaderOptions options = new LoaderOptions();
      Parser parser = new ParserImpl(new StreamReader(text), options);
      return new Composer(parser, TAGS, options).getSingleNode();
    } catch (MarkedYAMLException e) {
      throw new ConfigException(
          file + ":" + (e.getProblemMark().getLine() + 1) + ": is not YAML: " + e.getProblem());
    } catch (YAMLException e) {
      throw new ConfigException(file + ": is not YAML: " + e.getMessage());
    } catch (IllegalArgumentException e) { // the parser's own, and without a place
      throw new ConfigException(file + ": is not YAML: has an escape that is no character");
    }
  }

  private String line(Node node) {
    return file + ":" + (node.getStartMark().getLine() + 1);
  }

  private JsonNode convert(KeyPath path, Node node) {
    origins.putIfAbsent(path, line(node));
    if (node.getAnchor() != null) {
      throw new ConfigException(line(node), path, "has an anchor, which is not supported");
    }
    if (node instanceof MappingNode mapping) {
      return convert(path, mapping);
    }
    if (node instanceof SequenceNode sequence) {
      ArrayNode list = NODES.arrayNode();
      for (Node item : sequence.getValue()) {
        list.add(convert(path.child(String.valueOf(list.size())), item));
      }
      return list;
    }
    return convert(path, (ScalarNode) node);
  }

  private ObjectNode convert(KeyPath path, MappingNode mapping) {
    ObjectNode section = NODES.objectNode();
    for (NodeTuple entry : mapping.getValue()) {
      if (!(entry.getKeyNode() instanceof ScalarNode keyNode)) {
        throw new ConfigException(line(entry.getKeyNode()), path, "has a key that is not text");
      }
      String key = keyNode.getValue();
      KeyPath child = path.child(key);
      if (section.has(key)) {
        throw new ConfigException(
            line(keyNode), child, "is given twice, first at " + origins.get(child));
      }
      origins.put(child, line(keyNode));
      section.set(key, convert(child, entry.getValueNode()));
    }
    return section;
  }

  private JsonNode convert(KeyPath path, ScalarNode scalar) {
    String text = scalar.getValue();
    if (scalar.getScalarStyle() != ScalarStyle.PLAIN) {
      return NODES.textNode(text);
    }
    if (isNull(scalar)) {
      throw new ConfigException(
          String.valueOf(origins.get(path)), path, "has no value; give one or remove the key");
    }
    if (text.equals("true") || text.equals("false")) {
      return NODES.booleanNode(text.equals("true"));
    }
    return NUMBER.matcher(text).matches() ? number(path, text) : NODES.textNode(text);
  }

  private JsonNode number(KeyPath path, String text) {
    double value = text.length() > LONGEST_NUMBER ? Double.NaN : Double.parseDouble(text);
    if (!Double.isFinite(value)) {
      throw new ConfigException(
          String.valueOf(origins.get(path)),
          path,
          "must be a number of at most %s characters up to 1.8e308, found %s"
              .formatted(LONGEST_NUMBER, Excerpt.of(text, LONGEST_SHOWN)));
    }
    return WHOLE.matcher(text).matches() ? whole(new BigInteger(text)) : NODES.numberNode(value);
  }

  private static JsonNode whole(BigInteger number) {
    if (number.bitLength() < Integer.SIZE) {
      return NODES.numberNode(number.intValue());
    }
    return number.bitLength() < Long.SIZE
        ? NODES.numberNode(number.longValue())
        : NODES.numberNode(number);
  }

  private static boolean isNull(ScalarNode scalar) {
    return scalar.getScalarStyle() == ScalarStyle.PLAIN
        && NULL.matcher(scalar.getValue()).matches();
  }
}
