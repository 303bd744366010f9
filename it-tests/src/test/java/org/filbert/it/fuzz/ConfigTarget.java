package org.filbert.it.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.filbert.jobs.config.ConfigLoader;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.ConfigException;

/**
 * Configurations. An accepted one must be accepted again when it is written, with the same meaning.
 */
record ConfigTarget(String name, Class<? extends Record> type, String base, List<String> inputs)
    implements Target {
  /** So many configurations are known to be the same once written and read. */
  private static final int MOST_WRITTEN = 1_000;

  private static final String STREAM =
      """
      name: k
      task: classification
      input:
        kafka: {bootstrapServers: b, topic: t, record: {type: csv, label: "1"}}
      rows: {features: 2}
      kernel: {type: gaussian, sigma: 2}
      learner: {algorithm: cdsg, loss: square, blockSize: 8, step: {type: constant, gamma: 1}}
      batch: {size: 16}
      """;

  /** The whole text. */
  static final ConfigTarget TRAIN =
      new ConfigTarget(
          "yaml: TrainConfig",
          TrainConfig.class,
          "",
          List.of(
              """
              name: a
              task: classification
              data:
                validationFraction: 0.2
                train:
                  path: a.csv
                  format: {type: csv, header: true, label: c}
                  rows: 1-15
              preprocessing: {scaling: {type: divide, by: 15}}
              kernel: {type: gaussian, sigma: 0.2}
              system: {type: nystrom, landmarks: 30}
              objective: {ridge: [0.01, 1]}
              solver: {type: block-coordinate-descent, blockSize: 6, epochs: 2}
              """,
              """
              name: b
              task: regression
              data:
                train: {path: b.gz, format: {type: jsonlines, label: r, text: t}}
              preprocessing: {text: {nGrams: 3, weights: tf-idf}}
              kernel: {type: linear}
              objective: {ridge: 0.3}
              solver:
                type: block-coordinate-descent
                blockSize: 5000
                epochs: 5
              """,
              """
              name: c
              task: classification
              data: {train: {path: c, format: {type: libsvm}}}
              kernel: {type: gaussian, sigma: median}
              solver: {type: doubly-stochastic, algorithm: cdsg, step: {type: constant, gamma: 20},
                epochs: 2}
              """));

  static final ConfigTarget ONLINE =
      new ConfigTarget(
          "yaml: OnlineConfig",
          OnlineConfig.class,
          "",
          List.of(
              STREAM,
              """
              name: l
              task: classification
              input:
                file: {path: a, format: {type: csv, header: true, label: c}, passes: 3}
              rows:
                scaling: {type: divide, by: 15}
                groups:
                  A-M: [A, B]
                  N-Z: [N, O]
              kernel: {type: gaussian, sigma: 0.2}
              learner:
                algorithm: cdsg
                loss: square
                blockSize: 128
                step: {type: decaying, theta: 2, decay: 0.005}
              batch: {size: 256}
              progressive: {every: 10, baselines: [majority, no-change]}
              checkpoint: {interval: 2s}
              """));

  /** One override of a good text. */
  static final ConfigTarget OVERRIDE =
      new ConfigTarget(
          "--set",
          OnlineConfig.class,
          STREAM,
          List.of(
              "seed=5",
              "rows.classes=null",
              "learner.lambda=1e-6",
              "batch={size: 12}",
              "rows.groups={a: [A, B], b: [C]}",
              "checkpoint.interval=500ms",
              "frequencies.memory=1g",
              "input.kafka.properties={ssl.key.password: pq7, security.protocol: SSL}"));

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
    Set<Record> written = new HashSet<>();
    return input -> {
      String text = new String(input, StandardCharsets.UTF_8);
      Record config =
          base.isEmpty()
              ? loader.parse("input", text, type)
              : loader.reload("input", base, List.of(text), type);
      if (!written.contains(config)) {
        requireSameOnceWritten(loader, config);
        if (written.size() == MOST_WRITTEN) {
          written.clear();
        }
        written.add(config);
      }
      return config;
    };
  }

  private void requireSameOnceWritten(ConfigLoader loader, Record config) {
    String written = loader.toYaml(config);
    String again = loader.toYaml(loader.parse("written", written, type));
    if (!again.equals(written)) {
      throw new AssertionError("written as " + written + ", then as " + again);
    }
  }

  /** Only in what was given: what is written must be accepted. */
  @Override
  public boolean documents(Exception exception) {
    return exception instanceof ConfigException
        && !exception.getMessage().startsWith("written:")
        && exception.getMessage().length() < 5_000;
  }
}
