package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.filbert.connectors.RowRange;
import org.filbert.jobs.config.section.CalibrationConfig;
import org.filbert.jobs.config.section.ClassWeightsConfig;
import org.filbert.jobs.config.section.FillConfig;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.training.SearchSpace;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.Ascending;
import org.filbert.jobs.config.yaml.AscendingOrAuto;
import org.filbert.jobs.config.yaml.Automatic;
import org.filbert.jobs.config.yaml.Defaults;
import org.filbert.jobs.config.yaml.DurationText;
import org.filbert.jobs.config.yaml.Fold;
import org.filbert.jobs.config.yaml.ForeignTypes;
import org.filbert.jobs.config.yaml.KeyDescriptions;
import org.filbert.jobs.config.yaml.Sections;
import org.filbert.jobs.config.yaml.ValueDescription;
import org.filbert.jobs.config.yaml.YamlReader;
import org.filbert.kernel.Width;

/**
 * The JSON Schema (draft 7) of configurations, from the records that they are bound to: for editors
 * that complete and check YAML. It knows keys, types, choices and defaults; what the records check
 * themselves, such as keys that exclude each other, it does not.
 */
public final class ConfigSchema {
  private static final String DESCRIPTION = "description";

  /** What stands between the meaning of a key and the values that its type allows. */
  static final String ALLOWED = " Allowed: ";

  private static final String POSITIVE = "{\"type\": \"number\", \"exclusiveMinimum\": 0}";

  /** Values of which a record takes any node and looks at it itself. */
  private static final Map<Class<?>, String> OWN =
      Map.of(
          RowRange.class,
          "{\"type\": \"string\", \"pattern\": \"^ *[0-9]+ *- *[0-9]+ *$\"}",
          AscendingOrAuto.class,
          "{\"oneOf\": [{\"const\": \"auto\"}, %s, {\"type\": \"array\", \"minItems\": 1, \"items\": %s}]}"
              .formatted(POSITIVE, POSITIVE),
          Ascending.class,
          "{\"oneOf\": [%s, {\"type\": \"array\", \"minItems\": 1, \"items\": %s}]}"
              .formatted(POSITIVE, POSITIVE),
          Width.class,
          "{\"oneOf\": [{\"enum\": [\"median\", \"auto\"]}, %s, {\"type\": \"array\", \"minItems\": 1, \"items\": %s}]}"
              .formatted(POSITIVE, POSITIVE),
          Fold.class,
          "{\"type\": \"string\", \"pattern\": \"^ *[0-9]+ */ *[0-9]+ *$\"}",
          SearchSpace.class,
          "{\"type\": \"object\", \"minProperties\": 1}",
          FillConfig.class,
          "{\"type\": [\"number\", \"string\"]}",
          CalibrationConfig.class,
          "{\"oneOf\": [{\"enum\": [\"auto\", \"fitted\", \"none\"]}, {\"type\": \"object\","
              + " \"properties\": {\"folds\": {\"type\": \"integer\", \"minimum\": 2}},"
              + " \"required\": [\"folds\"], \"additionalProperties\": false}]}",
          ClassWeightsConfig.class,
          "{\"oneOf\": [{\"const\": \"balanced\"}, {\"type\": \"object\", \"minProperties\": 1, \"additionalProperties\": %s}]}"
              .formatted(POSITIVE));

  private final ObjectMapper mapper;
  private final ObjectMapper json = new ObjectMapper();
  private final Sections sections;
  private final BiFunction<Class<?>, String, String> descriptions;
  private final SortedMap<String, JsonNode> definitions = new TreeMap<>();

  /**
   * @param descriptions the meaning of a section's key, and of the section itself for the key
   *     {@code ""}; empty if there is none
   */
  ConfigSchema(ObjectMapper mapper, BiFunction<Class<?>, String, String> descriptions) {
    this.mapper = mapper;
    this.sections = new Sections(mapper);
    this.descriptions = descriptions;
  }

  /** The schema, as it is stored. */
  public static String text() {
    return new ConfigSchema(ConfigLoader.MAPPER, KeyDescriptions.stored()::of).written();
  }

  String written() {
    return all().toPrettyString().replace(System.lineSeparator(), "\n") + "\n";
  }

  /** One with an input or a learner is a stream's, as {@link ConfigLoader#loadAny} has it. */
  ObjectNode all() {
    ObjectNode schema = json.createObjectNode();
    schema.put("$schema", "http://json-schema.org/draft-07/schema#");
    schema.put("title", "Filbert: a run of train or train-online");
    ArrayNode stream = schema.putObject("if").putArray("anyOf");
    stream.addObject().putArray("required").add("input");
    stream.addObject().putArray("required").add("learner");
    schema.set("then", of(mapper.constructType(OnlineConfig.class)));
    schema.set("else", of(mapper.constructType(TrainConfig.class)));
    ObjectNode named = schema.putObject("definitions");
    definitions.forEach(named::set);
    return schema;
  }

  private ObjectNode of(JavaType type) {
    Class<?> raw = type.getRawClass();
    if (Automatic.is(raw)) {
      ObjectNode schema = json.createObjectNode();
      ArrayNode either = schema.putArray("oneOf");
      either.addObject().put("const", Automatic.AUTO);
      either.add(typed(ValueDescription.isWholeNumber(raw) ? "integer" : "number"));
      return schema;
    }
    if (type.isReferenceType()) {
      return of(type.getReferencedType());
    }
    if (type.isCollectionLikeType()) {
      return typed("array").set("items", of(type.getContentType()));
    }
    if (type.isMapLikeType()) {
      return typed("object").set("additionalProperties", of(type.getContentType()));
    }
    if (OWN.containsKey(raw)) {
      return described(raw, parse(OWN.get(raw)));
    }
    if (raw.isEnum()) {
      return names(raw);
    }
    if (raw == Duration.class) {
      return typed("string").put(DESCRIPTION, DurationText.ALLOWED);
    }
    if (!sections.choices(type).isEmpty() || !sections.keys(type).isEmpty()) {
      return reference(type);
    }
    return raw.isRecord() ? described(raw, value(type)) : scalar(raw);
  }

  private ObjectNode parse(String text) {
    try {
      return (ObjectNode) json.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ObjectNode described(Class<?> type, ObjectNode schema) {
    String description =
        mapper.getDeserializationConfig().introspectClassAnnotations(type).findClassDescription();
    return description == null ? schema : schema.put(DESCRIPTION, description);
  }

  private ObjectNode typed(String type) {
    return json.createObjectNode().put("type", type);
  }

  private ObjectNode names(Class<?> choice) {
    ObjectNode schema = json.createObjectNode();
    ArrayNode names = schema.putArray("enum");
    for (Object constant : choice.getEnumConstants()) {
      names.add(mapper.convertValue(constant, String.class));
    }
    return schema;
  }

  /** Of a number, a text, a truth value: text may be written like a whole number. */
  private ObjectNode scalar(Class<?> type) {
    if (ValueDescription.isWholeNumber(type)) {
      return typed("integer");
    }
    if (ValueDescription.isNumber(type)) {
      return typed("number");
    }
    if (ValueDescription.isBoolean(type)) {
      return typed("boolean");
    }
    return types(Stream.of("string", "integer"));
  }

  private ObjectNode types(Stream<String> types) {
    ObjectNode schema = json.createObjectNode();
    TreeSet<String> names = types.collect(TreeSet::new, TreeSet::add, TreeSet::addAll);
    if (names.size() == 1) {
      return schema.put("type", names.first());
    }
    ArrayNode all = schema.putArray("type");
    names.forEach(all::add);
    return schema;
  }

  /** Of a record that is made of one value: what its creators take. */
  private ObjectNode value(JavaType type) {
    BeanDescription description = mapper.getDeserializationConfig().introspect(type);
    Stream<Class<?>> factories =
        description.getFactoryMethodsWithMode().stream()
            .map(each -> each.annotated.getRawParameterType(0));
    Stream<Class<?>> constructors =
        description.getConstructorsWithMode().stream()
            .filter(each -> each.metadata == JsonCreator.Mode.DELEGATING)
            .map(each -> each.annotated.getRawParameterType(0));
    Class<?>[] taken = Stream.concat(factories, constructors).toArray(Class<?>[]::new);
    if (taken.length == 0) {
      return typed("object").put("additionalProperties", false); // a section without keys
    }
    return types(
        Stream.of(taken)
            .map(
                each ->
                    Map.class.isAssignableFrom(each)
                        ? "object"
                        : ValueDescription.isWholeNumber(each) ? "integer" : "string"));
  }

  private ObjectNode reference(JavaType type) {
    Class<?> raw = type.getRawClass();
    String name = raw.getSimpleName();
    if (!definitions.containsKey(name)) {
      definitions.put(name, json.createObjectNode()); // until it is known
      SortedMap<String, JavaType> choices = sections.choices(type);
      definitions.put(
          name,
          choices.isEmpty()
              ? section(type)
              : describe(raw, "", orAuto(raw, choice(sections.choiceKey(type), choices))));
    }
    return json.createObjectNode().put("$ref", "#/definitions/" + name);
  }

  /** A section that may be the word {@code auto} alone. */
  private ObjectNode orAuto(Class<?> type, ObjectNode section) {
    if (!ForeignTypes.AUTOMATIC.containsKey(type)) {
      return section;
    }
    ObjectNode schema = json.createObjectNode();
    schema.putArray("oneOf").add(json.createObjectNode().put("const", "auto")).add(section);
    return schema;
  }

  /** One of several sections, by the key that chooses. */
  private ObjectNode choice(String key, SortedMap<String, JavaType> choices) {
    ObjectNode schema = typed("object");
    ArrayNode names = schema.putObject("properties").putObject(key).putArray("enum");
    schema.putArray("required").add(key);
    ArrayNode all = schema.putArray("allOf");
    choices.forEach(
        (name, type) -> {
          names.add(name);
          ObjectNode each = all.addObject();
          each.putObject("if").putObject("properties").putObject(key).put("const", name);
          ObjectNode section = section(type);
          section.withObject("/properties").putObject(key);
          each.set("then", section);
        });
    return schema;
  }

  private ObjectNode section(JavaType type) {
    ObjectNode schema = typed("object").put("additionalProperties", false);
    describe(type.getRawClass(), "", schema);
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = json.createArrayNode();
    sections
        .keys(type)
        .forEach(
            (name, key) -> {
              ObjectNode value = of(key.getType());
              properties.set(name, describe(type.getRawClass(), name, value));
              if (Defaults.isRequired(type.getRawClass(), key)) {
                required.add(name);
              } else {
                putDefault(key, value);
              }
            });
    return required.isEmpty() ? schema : schema.set("required", required);
  }

  /** Puts a key's meaning before what its type allows. */
  private ObjectNode describe(Class<?> section, String key, ObjectNode schema) {
    String meaning = descriptions.apply(section, key);
    String allowed = schema.path(DESCRIPTION).asText();
    String both =
        allowed.isEmpty() || meaning.isEmpty() ? meaning + allowed : meaning + ALLOWED + allowed;
    return both.isEmpty() ? schema : schema.put(DESCRIPTION, both);
  }

  private static void putDefault(SettableBeanProperty key, ObjectNode schema) {
    String text = key.getMetadata().getDefaultValue();
    if (text != null && !schema.has("$ref")) {
      schema.set("default", YamlReader.readValue("default of " + key.getName(), text));
    }
  }
}
