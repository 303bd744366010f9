package org.filbert.jobs.config.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The values that a search gives one key. */
public sealed interface Domain {
  /** What a configuration may say. */
  String ALLOWED =
      "a list of values, or a range such as {from: 1, to: 16}, with scale: log and steps: 5 if"
          + " wanted";

  /** The values of a grid, in their order. */
  List<JsonNode> grid();

  /**
   * A value drawn.
   *
   * @param u a number drawn evenly from [0, 1)
   */
  JsonNode draw(double u);

  /** The values as a configuration has them. */
  JsonNode json();

  /** Reads what a configuration has. */
  static Domain of(JsonNode node) {
    if (node instanceof ObjectNode range && range.has("from")) {
      return Range.of(range);
    }
    if (!(node instanceof ArrayNode list)) {
      throw new IllegalArgumentException(
          "must be " + ALLOWED + ", found " + ValueDescription.found(node));
    }
    List<JsonNode> values = new ArrayList<>();
    list.forEach(values::add);
    return new Values(values);
  }

  /** Some values of any kind. */
  record Values(List<JsonNode> grid) implements Domain {
    public Values {
      grid = List.copyOf(grid);
      if (grid.isEmpty()) {
        throw new IllegalArgumentException("must be " + ALLOWED + ", found an empty list");
      }
      if (Set.copyOf(grid).size() < grid.size()) {
        throw new IllegalArgumentException("has a value twice: " + grid);
      }
    }

    @Override
    public JsonNode draw(double u) {
      return grid.get((int) (u * grid.size()));
    }

    @Override
    public JsonNode json() {
      return JsonNodeFactory.instance.arrayNode().addAll(grid);
    }
  }

  /**
   * Numbers from one to another.
   *
   * @param logarithmic whether equal ratios are as likely, instead of equal differences
   * @param steps number of values in a grid
   * @param whole whether all are whole numbers
   */
  record Range(double from, double to, boolean logarithmic, int steps, boolean whole)
      implements Domain {
    private static final int STEPS = 5;
    private static final int MOST_STEPS = 1000;
    private static final MathContext DIGITS = new MathContext(4);

    static Range of(ObjectNode range) {
      for (Iterator<String> keys = range.fieldNames(); keys.hasNext(); ) {
        String key = keys.next();
        if (!Set.of("from", "to", "scale", "steps").contains(key)) {
          throw new IllegalArgumentException(
              "has the unknown key '" + key + "'; allowed: from, scale, steps, to");
        }
      }
      JsonNode from = range.path("from");
      JsonNode to = range.path("to");
      if (!from.isNumber() || !to.isNumber()) {
        throw new IllegalArgumentException(
            "must have numbers from and to, found %s and %s"
                .formatted(ValueDescription.found(from), ValueDescription.found(to)));
      }
      String scale = range.path("scale").asText("linear");
      if (!scale.equals("log") && !scale.equals("linear")) {
        throw new IllegalArgumentException("scale is " + scale + ", must be linear or log");
      }
      JsonNode steps = range.path("steps");
      if (!steps.isMissingNode()
          && (!steps.isInt() || steps.intValue() < 2 || steps.intValue() > MOST_STEPS)) {
        throw new IllegalArgumentException(
            "steps is " + steps + ", must be a whole number from 2 to " + MOST_STEPS);
      }
      return new Range(
          from.doubleValue(),
          to.doubleValue(),
          scale.equals("log"),
          steps.asInt(STEPS),
          from.isIntegralNumber() && to.isIntegralNumber());
    }

    public Range {
      if (!(from < to)) {
        throw new IllegalArgumentException(
            "is empty: from is %s and to is %s, must ascend".formatted(from, to));
      }
      if (logarithmic && from <= 0) {
        throw new IllegalArgumentException(
            "from is " + from + ", must be above 0 on a logarithmic scale");
      }
    }

    @Override
    public List<JsonNode> grid() {
      Set<JsonNode> values = new LinkedHashSet<>();
      for (int i = 0; i < steps; i++) {
        values.add(value(at((double) i / (steps - 1))));
      }
      return List.copyOf(values);
    }

    @Override
    public JsonNode draw(double u) {
      return whole && !logarithmic ? value(Math.floor(from + u * (to - from + 1))) : value(at(u));
    }

    private double at(double share) {
      return logarithmic
          ? Math.exp(Math.log(from) + share * (Math.log(to) - Math.log(from)))
          : from + share * (to - from);
    }

    /** The number in four digits, between the ends. */
    private JsonNode value(double number) {
      double clamped = Math.min(to, Math.max(from, number));
      if (whole) {
        return whole(Math.round(clamped));
      }
      double rounded = new BigDecimal(clamped).round(DIGITS).doubleValue();
      return JsonNodeFactory.instance.numberNode(Math.min(to, Math.max(from, rounded)));
    }

    /** As a file of a configuration is read. */
    private static JsonNode whole(long number) {
      return number == (int) number
          ? JsonNodeFactory.instance.numberNode((int) number)
          : JsonNodeFactory.instance.numberNode(number);
    }

    @Override
    public JsonNode json() {
      ObjectNode range = JsonNodeFactory.instance.objectNode();
      if (whole) {
        range.set("from", whole((long) from));
        range.set("to", whole((long) to));
      } else {
        range.put("from", from).put("to", to);
      }
      return range.put("scale", logarithmic ? "log" : "linear").put("steps", steps);
    }
  }
}
