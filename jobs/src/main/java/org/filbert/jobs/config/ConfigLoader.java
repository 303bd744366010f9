package org.filbert.jobs.config;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.EnumNamingStrategies;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.filbert.connectors.kafka.Secrets;
import org.filbert.data.Excerpt;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.training.SearchSpace;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.Automatic;
import org.filbert.jobs.config.yaml.BindingProblem;
import org.filbert.jobs.config.yaml.ConfigDocument;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.Defaults;
import org.filbert.jobs.config.yaml.DurationText;
import org.filbert.jobs.config.yaml.ForeignTypes;
import org.filbert.jobs.config.yaml.KeyPath;
import org.filbert.jobs.config.yaml.Sections;
import org.filbert.jobs.config.yaml.YamlReader;

/**
 * Binds YAML files to configuration records, and writes records back as YAML.
 *
 * <p>Strict: unknown, missing, repeated and empty keys and values of another type are errors, a
 * {@link ConfigException} each that names file and line (or the override), path, what was found and
 * what is allowed.
 */
public final class ConfigLoader {
  private static final long MOST_BYTES = YamlReader.LONGEST_TEXT;

  /** One for all: what it has found out about the records, it finds out once in a process. */
  static final YAMLMapper MAPPER = mapper();

  private final Sections sections = new Sections(MAPPER);

  /**
   * Reads a configuration.
   *
   * @param overrides {@code path=value} each, applied in order; value is YAML, {@code null} removes
   *     the key
   */
  public <T> T load(Path file, List<String> overrides, Class<T> type) {
    return bind(file.toString(), document(file, overrides), type);
  }

  /**
   * Reads a configuration that a run has kept.
   *
   * @param origin where it is, for messages
   * @param overrides as in {@link #load}
   */
  public <T> T reload(String origin, String yaml, List<String> overrides, Class<T> type) {
    ConfigDocument document = YamlReader.read(origin, yaml);
    overrides.forEach(override -> apply(override, document));
    return bind(origin, document, type);
  }

  /** Reads a configuration of either kind: one with an input or a learner is a stream's. */
  public Record loadAny(Path file, List<String> overrides) {
    return bindAny(file.toString(), document(file, overrides));
  }

  /** Reads back a configuration of either kind, as {@link #toYaml} wrote it. */
  public Record parseAny(String yaml) {
    return bindAny("configuration", YamlReader.read("configuration", yaml));
  }

  private Record bindAny(String origin, ConfigDocument document) {
    boolean stream = document.root().has("input") || document.root().has("learner");
    Class<? extends Record> type = stream ? OnlineConfig.class : TrainConfig.class;
    return bind(origin, document, type);
  }

  /** Refuses a stream where a training is asked for, and the other way round. */
  private static void requireKind(ConfigDocument document, Class<?> type) {
    boolean stream = document.root().has("input");
    boolean training = document.root().has("data");
    if (type == TrainConfig.class && stream && !training) {
      throw document.problem(
          KeyPath.parse("input"),
          "is of a stream, which train-online learns from; must be data, the rows of a training");
    }
    if (type == OnlineConfig.class && training && !stream) {
      throw document.problem(
          KeyPath.parse("data"),
          "is of a training, which train does; must be input, the rows of a stream");
    }
  }

  private static ConfigDocument document(Path file, List<String> overrides) {
    ConfigDocument document = YamlReader.read(file.toString(), read(file));
    overrides.forEach(override -> apply(override, document));
    return document;
  }

  /**
   * A configuration with other values.
   *
   * @param values by dotted key; a missing node removes the key
   * @param origin of these values, for messages
   */
  public <T> T with(T config, Map<String, JsonNode> values, String origin, Class<T> type) {
    ConfigDocument document =
        new ConfigDocument(
            YamlReader.read(origin, toYaml(config)).root(), Map.of(KeyPath.ROOT, origin));
    values.forEach(
        (key, value) -> {
          KeyPath path = KeyPath.parse(key);
          if (!value.isMissingNode()) {
            document.set(path, value, origin);
          } else if (!document.at(path).isMissingNode()) {
            document.set(path, NullNode.instance, origin);
          }
        });
    return bind(origin, document, type);
  }

  /** Reads back what {@link #toYaml} wrote. */
  public <T> T parse(String yaml, Class<T> type) {
    return parse("configuration", yaml, type);
  }

  /**
   * Binds a text.
   *
   * @param origin where it comes from, for messages
   */
  public <T> T parse(String origin, String yaml, Class<T> type) {
    return bind(origin, YamlReader.read(origin, yaml), type);
  }

  private <T> T bind(String origin, ConfigDocument document, Class<T> type) {
    requireKind(document, type);
    SearchSpace.complete(document);
    try {
      return MAPPER.treeToValue(document.root(), type);
    } catch (JsonMappingException e) {
      throw new BindingProblem(MAPPER, sections, document).explain(e, type);
    } catch (JsonProcessingException e) {
      throw new ConfigException(origin + ": " + e.getOriginalMessage());
    }
  }

  /** A section as a value of {@link #with}. */
  public JsonNode node(Object section) {
    return MAPPER.valueToTree(section);
  }

  /** The YAML of a configuration record, every default written out. */
  public String toYaml(Object config) {
    try {
      return MAPPER.writeValueAsString(config);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The YAML of a configuration without the keys and sections that mean the same if absent. */
  public String toShortYaml(Record config) {
    try {
      return MAPPER.writeValueAsString(new ShortConfig(MAPPER, config).tree());
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new ConfigException(
          file + ": " + (Files.exists(file) ? "is not a file" : "no such file"));
    }
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new ConfigException(
            file + ": has " + Files.size(file) + " bytes, must be at most " + MOST_BYTES);
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new ConfigException(file + ": is not UTF-8 text");
    } catch (IOException e) {
      throw new ConfigException(file + ": cannot be read: " + e.getMessage());
    }
  }

  private static void apply(String override, ConfigDocument document) {
    int equals = override.indexOf('=');
    String origin = "--set " + shown(override, equals);
    if (equals < 1) {
      throw new ConfigException(origin + ": must be path=value, such as solver.epochs=3");
    }
    KeyPath path;
    try {
      path = KeyPath.parse(override.substring(0, equals));
    } catch (IllegalArgumentException e) {
      throw new ConfigException(origin + ": " + e.getMessage());
    }
    document.set(path, YamlReader.readValue(origin, override.substring(equals + 1)), origin);
  }

  /** An override for messages, which show no secrets. */
  private static String shown(String override, int equals) {
    return Secrets.hides(override)
        ? Excerpt.of(override.substring(0, equals + 1)) + Secrets.HIDDEN
        : Excerpt.of(override);
  }

  private static YAMLMapper mapper() {
    YAMLMapper.Builder builder =
        YAMLMapper.builder(
                YAMLFactory.builder()
                    .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                    .disable(YAMLGenerator.Feature.USE_NATIVE_TYPE_ID)
                    .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                    .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                    .build())
            .addModule(new Jdk8Module())
            .addModule(DurationText.module())
            .addModule(ForeignTypes.module())
            .addModule(new SimpleModule("defaults").setDeserializerModifier(new Defaults()))
            .addModule(new SimpleModule("automatic").setDeserializerModifier(new Automatic()))
            .enumNamingStrategy(EnumNamingStrategies.KEBAB_CASE)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .defaultPropertyInclusion(
                JsonInclude.Value.construct(
                    JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
            .withCoercionConfigDefaults(
                coercions ->
                    coercions
                        .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.EmptyArray, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.EmptyObject, CoercionAction.Fail))
            .withCoercionConfig(
                LogicalType.Textual,
                coercions ->
                    coercions
                        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.Integer, CoercionAction.TryConvert)
                        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail));
    return builder.build();
  }
}
