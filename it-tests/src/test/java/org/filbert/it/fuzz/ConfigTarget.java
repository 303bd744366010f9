package org.filbert.it.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.filbert.jobs.config.ConfigException;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.OnlineConfig;
import org.filbert.jobs.config.TrainConfig;

/** Configurations; one that is accepted is written as one that is accepted, and means the same. */
record ConfigTarget(String name, Class<? extends Record> type, String base, List<String> inputs)
    implements Target {
  private static final Path CONFIGURATIONS = Path.of("../conf");

  /** The whole text. */
  static ConfigTarget yaml(Class<? extends Record> type, String... files) {
    return new ConfigTarget(
        "yaml: " + type.getSimpleName(),
        type,
        "",
        Arrays.stream(files).map(ConfigTarget::text).toList());
  }

  /** One override of a good text. */
  static final ConfigTarget OVERRIDE =
      new ConfigTarget(
          "--set",
          OnlineConfig.class,
          "kafka-online.yaml",
          List.of(
              "seed=5",
              "rows.classes=null",
              "learner.lambda=1e-6",
              "batch={size: 12}",
              "rows.groups={a: [A, B], b: [C]}",
              "checkpoint.interval=500ms",
              "frequencies.memory=1g",
              "input.kafka.properties={ssl.key.password: pq7, security.protocol: SSL}"));

  static final ConfigTarget TRAIN =
      yaml(
          TrainConfig.class,
          "letter.yaml",
          "imdb.yaml",
          "letter-nystrom.yaml",
          "letter-doubly-stochastic.yaml");
  static final ConfigTarget ONLINE =
      yaml(OnlineConfig.class, "letter-online.yaml", "kafka-online.yaml", "cadata-online.yaml");

  private static String text(String file) {
    try {
      return Files.readString(CONFIGURATIONS.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<byte[]> seeds() {
    return inputs.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }

  @Override
  public List<String> tokens() {
    return List.of(
        ": ",
        "\n",
        "\n  ",
        "- ",
        "{",
        "}",
        "[",
        "]",
        "&a ",
        "*a",
        "!!int ",
        "!x",
        "'",
        "\"",
        "\"\\x",
        "\\U",
        "\"\\UFFFFFFFF\"",
        "|\n",
        ">\n",
        "#",
        "---\n",
        "...\n",
        "%YAML 1.1\n",
        "? ",
        "<<: ",
        "~",
        "null",
        "true",
        "median",
        "auto",
        "[1, 2]",
        "{a: b}",
        "10g",
        "1000000000",
        "60s",
        "1-15000",
        ".nan",
        ".inf",
        "1e-320",
        "\t",
        "=",
        ".",
        ".0",
        ".1=");
  }

  @Override
  public Reader open() {
    ConfigLoader loader = new ConfigLoader();
    return input -> {
      String text = new String(input, StandardCharsets.UTF_8);
      Record config =
          base.isEmpty()
              ? loader.parse("input", text, type)
              : loader.load(CONFIGURATIONS.resolve(base), List.of(text), type);
      String written = loader.toYaml(config);
      String again = loader.toYaml(loader.parse("written", written, type));
      if (!again.equals(written)) {
        throw new AssertionError("written as " + written + ", then as " + again);
      }
      return config;
    };
  }

  /** Only in what was given: what is written must be accepted. */
  @Override
  public boolean documents(Exception exception) {
    return exception instanceof ConfigException
        && !exception.getMessage().startsWith("written:")
        && exception.getMessage().length() < 5_000;
  }
}
