package org.filbert.jobs.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.RowRange;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.text.Csv;
import org.filbert.jobs.config.stream.OnlineConfig;
import org.filbert.jobs.config.training.TrainConfig;
import org.filbert.jobs.config.yaml.ConfigException;
import org.filbert.jobs.config.yaml.SizeOrAuto;
import org.filbert.solver.BlockDescentOptions;
import org.filbert.system.FullKernelOptions;
import org.filbert.system.equations.Ridge;
import org.filbert.train.columns.Scaling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigLoaderTest {
  private static final String MINIMAL =
      """
      name: tiny
      task: classification
      data:
        train:
          path: rows.csv
          format: {type: csv, label: 3}
          rows: 1-100
      kernel:
        type: gaussian
        sigma: 0.5
      objective:
        ridge: 0.01
      solver:
        type: block-coordinate-descent
        blockSize: 10
        epochs: 2
      """;

  @TempDir Path directory;

  private final ConfigLoader loader = new ConfigLoader();

  private Path write(String yaml) {
    try {
      return Files.writeString(directory.resolve("job.yaml"), yaml);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private TrainConfig load(String yaml, String... overrides) {
    return loader.load(write(yaml), List.of(overrides), TrainConfig.class);
  }

  private void assertProblem(String yaml, String message) {
    assertThatThrownBy(() -> load(yaml))
        .isInstanceOf(ConfigException.class)
        .hasMessage(directory.resolve("job.yaml") + message);
  }

  private void assertOverrideProblem(String override, String message) {
    assertThatThrownBy(() -> load(MINIMAL, override))
        .isInstanceOf(ConfigException.class)
        .hasMessage("--set " + override + message.replace("FILE", directory + "/job.yaml"));
  }

  @Test
  void fillsDefaults() {
    TrainConfig config = load(MINIMAL);

    assertThat(config.name()).isEqualTo("tiny");
    assertThat(config.seed()).isEqualTo(1);
    assertThat(config.parallelism().orElse(7)).isEqualTo(7);
    assertThat(config.task()).isEqualTo(TaskKind.CLASSIFICATION);
    assertThat(config.precision()).isEmpty();
    assertThat(config.cache().memory().size()).isEmpty();
    assertThat(config.kernelSystem()).isEqualTo(new FullKernelOptions());
    assertThat(config.objective().orElseThrow().toRidge()).isEqualTo(new Ridge(0.01, false));
    assertThat(config.checkpoint().interval()).isEqualTo(Duration.ofSeconds(60));
    assertThat(config.checkpoint().directory()).isEmpty();
    assertThat(config.preprocessing().scaling()).isEqualTo(new Scaling.Auto());
    assertThat(config.data().onBadRecord()).isEqualTo(OnBadRecord.FAIL);
    assertThat(config.data().train().rows()).contains(new RowRange(1, 100));
    assertThat(config.data().train().format()).isEqualTo(new Csv(",", false, "3", List.of()));
    assertThat(config.data().test()).isEmpty();
    assertThat(config.store()).isEmpty();
  }

  @Test
  void aShortTextMeansTheSameWithoutDefaults() {
    TrainConfig config =
        load(
            MINIMAL,
            "seed=1",
            "calibration=none",
            "cache={memory: auto, disk: 1g}",
            "kernel={type: gaussian, sigma: 2, metric: {learn: full, solutions: [{kernel: {type:"
                + " matern, nu: 1.5, sigma: 3}, ridge: 0.1}]}}");
    String yaml = loader.toShortYaml(config);
    assertThat(loader.parse(yaml, TrainConfig.class)).isEqualTo(config);
    assertThat(yaml)
        .doesNotContain("seed", "auto", "checkpoint", "scaling")
        .contains(
            "cache:\n  disk: 1g\n", "calibration: none", "    - kernel:\n        type: matern\n");
    assertThat(yaml.lines().filter(line -> !line.startsWith(" ")).map(line -> line.split(":")[0]))
        .startsWith("name", "task", "data", "kernel", "objective", "solver");
  }

  @Test
  void appliesOverridesInOrder() {
    TrainConfig config =
        load(
            MINIMAL,
            "solver.epochs=3",
            "solver.epochs=4",
            "checkpoint.interval=500ms",
            "cache.memory=0",
            "data.train.format={type: csv, label: 'y', header: true, features: [a, b]}",
            "data.train.format.features.1=c",
            "data.train.rows=null");

    assertThat(config.solver()).isEqualTo(BlockDescentOptions.of(10, 4));
    assertThat(config.checkpoint().interval()).isEqualTo(Duration.ofMillis(500));
    assertThat(config.cache().memory()).isEqualTo(SizeOrAuto.of(0));
    assertThat(config.data().train().format())
        .isEqualTo(new Csv(",", true, "y", List.of("a", "c")));
    assertThat(config.data().train().rows()).isEmpty();
  }

  @Test
  void tellsNumbersOfColumnsFromNames() {
    String columns = "{type: csv, header: true, label: %s, ignore: [1, \"1\", x], features: []}";
    Csv format =
        (Csv) load(MINIMAL, "data.train.format=" + columns.formatted("2")).data().train().format();
    assertThat(format.label()).isEqualTo("#2");
    assertThat(format.ignore()).containsExactly("#1", "1", "x");
    Csv named =
        (Csv)
            load(MINIMAL, "data.train.format=" + columns.formatted("'2'")).data().train().format();
    assertThat(named.label()).isEqualTo("2");
    ConfigLoader loader = new ConfigLoader();
    for (Csv each : List.of(format, named)) {
      assertThat(loader.parse(loader.toYaml(each), DataFormat.class)).isEqualTo(each);
    }
    assertThat(((Csv) load(MINIMAL).data().train().format()).label()).isEqualTo("3");
    assertThatThrownBy(() -> load(MINIMAL, "data.train.format.label=1.5"))
        .hasMessageContaining("label");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kernel.sigma=median",
        "kernel.sigma=[0.5, 1]",
        "objective.ridge=[0.1, 1]",
        "objective.ridge=auto",
        "kernel.sigma=auto",
        "kernel={type: auto}",
        "kernel=auto",
        "system=auto",
        "solver=auto",
        "budget={time: 10m, memory: 8g}",
        "preprocessing.scaling=auto",
        "objective={ridge: auto, classWeights: balanced}",
        "objective={lambda: 1e-6}",
        "objective.classWeights=balanced",
        "objective.classWeights={a: 2, 1: 0.5}",
        "system={type: full-kernel}",
        "system={type: nystrom, landmarks: 50, sampling: pivoted, gamma: 1e-3, order: random}",
        "system={type: random-features, features: 50, map: fourier, form: cosine-sine}",
        "solver={type: block-coordinate-descent, blockSize: 10, epochs: 2, tolerance: 1e-3,"
            + " patience: 3, directions: 0, blockSolver: conjugate-gradients, rank: 5}",
        "cache.memory=auto",
        "cache.memory=0",
        "cache.memory=3g",
        "seed=-3",
        "parallelism=auto",
        "cache.memory=1000000000",
        "cache.memory=9223372036854775807",
        "checkpoint.interval=2562047788015h",
        "memory=6g"
      })
  void writesWhatItReads(String override) {
    TrainConfig config = load(MINIMAL, override, "data.validationFraction=0.25");

    String yaml = loader.toYaml(config);

    assertThat(load(yaml)).isEqualTo(config);
    assertThat(yaml).contains("onBadRecord: fail").contains("interval: ");
  }

  @Test
  void bindsEveryShippedConfiguration() throws IOException {
    try (var files = Files.list(Path.of("../conf"))) {
      List<Path> configs = files.filter(file -> file.toString().endsWith(".yaml")).toList();
      assertThat(configs).hasSizeGreaterThanOrEqualTo(4);
      for (Path file : configs) {
        Record config = loader.loadAny(file, List.of());
        assertThat(config instanceof OnlineConfig)
            .isEqualTo(file.toString().endsWith("-online.yaml"));
        String name =
            config instanceof TrainConfig train ? train.name() : ((OnlineConfig) config).name();
        assertThat(file).hasFileName(name + ".yaml");
        assertThat(loader.parse(loader.toYaml(config), config.getClass())).isEqualTo(config);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          blockSize: 10     | blokSize: 10      | :15: solver.blokSize: unknown key (did you mean 'blockSize'?); allowed: blockSize, blockSolver, directions, epochs, patience, rank, tolerance, type
          sigma: 0.5        | sigmma: 0.5       | :10: kernel.sigmma: unknown key (did you mean 'sigma'?); allowed: gamma, metric, sigma, type
          ridge: 0.01       | rigde: 0.01       | :12: objective.rigde: unknown key (did you mean 'ridge'?); allowed: classWeights, lambda, loss, penalty, ridge, target
          sigma: 0.5        | sigma: wide       | :10: kernel.sigma: must be a number above 0, or a list of such in ascending order, or median, or auto, found the text 'wide'
          sigma: 0.5        | sigma: true       | :10: kernel.sigma: must be a number above 0, or a list of such in ascending order, or median, or auto, found true
          sigma: 0.5        | sigma: -1         | :10: kernel.sigma: must be a number above 0, or a list of such in ascending order, or median, or auto, found -1.0
          sigma: 0.5        | sigma: .nan       | :10: kernel.sigma: must be a number above 0, or a list of such in ascending order, or median, or auto, found the text '.nan'
          sigma: 0.5        | gamma: 0          | :10: kernel: gamma is 0.0, must be a number above 0
          sigma: 0.5        | sigma: [2, 1]     | :10: kernel.sigma: must be a number above 0, or a list of such in ascending order, or median, or auto, found [2.0, 1.0]
          sigma: 0.5        | sigma: []         | :10: kernel.sigma: must be a number above 0, or a list of such in ascending order, or median, or auto, found an empty list
          sigma: 0.5        | sigma: [1, 2]     | :10: kernel.sigma needs validation rows: data.validation or data.validationFraction
          type: gaussian    | type: gausian     | :9: kernel.type: unknown type 'gausian' (did you mean 'gaussian'?); allowed: ALLKERNELS
          type: gaussian    | kind: gaussian    | :8: kernel: lacks the key 'type'; allowed: ALLKERNELS
          blockSize: 10     | blockSize: abc    | :15: solver.blockSize: must be a whole number of at most 2147483647, found the text 'abc'
          blockSize: 10     | blockSize: "10"   | :15: solver.blockSize: must be a whole number of at most 2147483647, found the text '10'
          blockSize: 10     | blockSize: 10.5   | :15: solver.blockSize: must be a whole number of at most 2147483647, found 10.5
          blockSize: 10     | blockSize: 3000000000 | :15: solver.blockSize: must be a whole number of at most 2147483647, found 3000000000
          blockSize: 10     | blockSize: {}     | :15: solver.blockSize: must be a whole number of at most 2147483647, found a section of keys
          blockSize: 10     | blockSize:        | :15: solver.blockSize: has no value; give one or remove the key
          blockSize: 10     | blockSize: 0      | :15: solver: blockSize is 0, must be at least 1
          blockSize: 10     | tolerance: 0.1    | :13: solver: lacks the key 'blockSize'
          epochs: 2         | blockSize: 3      | :16: solver.blockSize: is given twice, first at FILE:15
          ridge: 0.01       | ridge: 0          | :12: objective.ridge: must be a number above 0, or a list of such in ascending order, or auto, found 0.0
          ridge: 0.01       | ridge: small      | :12: objective.ridge: must be a number above 0, or a list of such in ascending order, or auto, found the text 'small'
          ridge: 0.01       | ridge: [1, 1]     | :12: objective.ridge: must be a number above 0, or a list of such in ascending order, or auto, found [1.0, 1.0]
          ridge: 0.01       | lambda: [1, 0.1]  | :12: objective.lambda: must be a number above 0, or a list of such in ascending order, found [1.0, 0.1]
          ridge: 0.01       | ridge: [-1, 1]    | :12: objective.ridge: must be a number above 0, or a list of such in ascending order, or auto, found [-1.0, 1.0]
          ridge: 0.01       | ridge: [1, x]     | :12: objective.ridge: must be a number above 0, or a list of such in ascending order, or auto, found the text 'x'
          ridge: 0.01       | ridge: [0.1, 1]   | :12: objective.ridge needs validation rows: data.validation or data.validationFraction
          ridge: 0.01       | lambda: [0.1, 1]  | :12: objective.lambda needs validation rows: data.validation or data.validationFraction
          ridge: 0.01       | classWeights: balanced | :11: objective: ridge and lambda are both missing, must be exactly one of them (lambda = ridge / n)
          epochs: 2         | tolerance: 2      | :13: solver: lacks the key 'epochs'
          name: tiny        | name: Tiny        | :1: name is 'Tiny', must be of a-z, 0-9, '.', '_' and '-' only, beginning with a letter or digit
          name: tiny        | name: true        | :1: name: must be text (quote it if it looks like a number or true or false), found true
          name: tiny        | name: [a]         | :1: name: must be text (quote it if it looks like a number or true or false), found a list
          name: tiny        | seed: 2           | :1: lacks the key 'name'
          task: classification | task: classify | :2: task: must be one of classification, regression, found the text 'classify'
          task: classification | task: 0        | :2: task: must be one of classification, regression, found 0
          path: rows.csv    | path: ''          | :5: data.train: path is empty, must be a file or directory
          path: rows.csv    | paht: rows.csv    | :5: data.train.paht: unknown key (did you mean 'path'?); allowed: format, path, query, rows, sql
          rows: 1-100       | rows: 100-1       | :7: data.train.rows: rows: found 100-1, allowed first-last with 1 <= first <= last
          rows: 1-100       | rows: many        | :7: data.train.rows: rows: found "many", allowed first-last, for example 1-15000
          rows: 1-100       | rows: 5           | :7: data.train.rows: must be a range of rows such as 1-15000, found 5
          label: 3          | label: x          | :6: data.train.format: label: found "x", allowed a column number from 1 (names need header: true)
          label: 3          | header: maybe     | :6: data.train.format.header: must be true or false, found the text 'maybe'
          label: 3          | header: false     | :6: data.train: format lacks the place of the label
          label: 3          | features: 2       | :6: data.train.format.features: must be a list, found 2
          """)
  void namesLinePathFoundAndAllowed(String key, String replacement, String message) {
    String expected =
        message.replace("FILE", directory + "/job.yaml").replace("ALLKERNELS", KERNELS);
    assertProblem(MINIMAL.replace(key, replacement == null ? "" : replacement), expected);
  }

  private static final String SECTIONS =
      "backend, budget, cache, calibration, checkpoint, choose, data, ensemble, evaluation,"
          + " factors, from, kernel, memory, name, objective, parallelism, precision,"
          + " preprocessing, restart, seed, solver, store, system, task, tuning";

  @Test
  void namesAnUnknownKeyBeforeAllElse() {
    String config =
        MINIMAL
            .replace("name: tiny", "name: Tiny")
            .replace("sigma: 0.5", "sigma: -1")
            .replace("epochs: 2", "epocks: 2");
    assertProblem(
        config,
        ":16: solver.epocks: unknown key (did you mean 'epochs'?); allowed: blockSize, blockSolver,"
            + " directions, epochs, patience, rank, tolerance, type");
    assertProblem(
        config.replace("epocks: 2", "epochs: 2"),
        ":10: kernel.sigma: must be a number above 0, or a list of such in ascending order, or"
            + " median, or auto, found -1.0");
  }

  private static final String KERNELS =
      "auto, cauchy, exponential, gaussian, k-pq, laplacian, linear, matern, polynomial";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          cache: 2g                      | :17: cache: must be a section of keys, found the text '2g'
          cache: {memory: lots}          | :17: cache.memory: must be a size such as 512m or 4g, or auto, found 'lots'
          cache: {memory: -1}            | :17: cache.memory: -1 bytes, must be 0 or more
          memory: 0                      | :17: memory is 0, must be a size such as 512m or 4g, or auto
          memory: none                   | :17: memory: must be a size such as 512m or 4g, or auto, found 'none'
          memory: [1g]                   | :17: memory: must be a size such as 512m or 4g, or auto, found a list
          cache: {memory: 1.5}           | :17: cache.memory: must be a size such as 512m or 4g, or auto, found 1.5
          cache: {disk: auto}            | :17: cache.disk: must be a size such as 0, 512m or 4g, found 'auto'
          factors: {memory: auto}        | :17: factors.memory: must be a size such as 0, 512m or 4g, found 'auto'
          parallelism: 0                 | :17: parallelism: must be a whole number above 0, or auto, found 0
          parallelism: 1.5               | :17: parallelism: must be a whole number above 0, or auto, found 1.5
          parallelism: many              | :17: parallelism: must be a whole number above 0, or auto, found 'many'
          seed: 99999999999999999999     | :17: seed: must be a whole number of at most 9223372036854775807, found 99999999999999999999
          checkpoint: {interval: 60}     | :17: checkpoint.interval: must be a duration such as 500ms, 60s, 5m or 1h, found 60
          checkpoint: {interval: 1 week} | :17: checkpoint.interval: must be a duration such as 500ms, 60s, 5m or 1h, found the text '1 week'
          checkpoint: {interval: 1ms}    | :17: checkpoint: interval is 1ms, must be 10ms or more
          checkpoint: {restarts: -1}     | :17: checkpoint: restarts is -1, must be 0 or more
          precision: half                | :17: precision: must be one of single, double, found the text 'half'
          backend: {blas: mkl}           | :17: backend.blas: must be one of auto, openblas, java, found the text 'mkl'
          backend: [auto]                | :17: backend: must be a section of keys, found a list
          preprocessing: {scaling: divide} | :17: preprocessing.scaling: must be a section with the key 'type', found the text 'divide'; allowed: auto, divide, min-max, none, standard
          preprocessing: {scaling: {type: divide}} | :17: preprocessing.scaling: lacks the key 'by'
          preprocessing: {scaling: {type: divide, by: 0}} | :17: preprocessing.scaling: by is 0.0, must be a finite number other than 0
          preprocessing: {scaling: {type: none, by: 1}} | :17: preprocessing.scaling.by: unknown key; allowed: type
          preprocessing: {centreTargets: true} | :17: preprocessing.centreTargets is given, which only task: regression has
          preprocessing: {centreTargets: yes}  | :17: preprocessing.centreTargets: must be true or false, found the text 'yes'
          store: ''                      | :17: store is empty, must be a directory
          store: &a models               | :17: store: has an anchor, which is not supported
          sede: 3                        | :17: sede: unknown key (did you mean 'seed'?); allowed: SECTIONS
          """)
  void namesProblemsOfOptionalSections(String line, String message) {
    assertProblem(MINIMAL + line + "\n", message.replace("SECTIONS", SECTIONS));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          solver.blockSize=abc | : solver.blockSize: must be a whole number of at most 2147483647, found the text 'abc'
          solver.blockSize=0   | : solver: blockSize is 0, must be at least 1
          solver.blokSize=3    | : solver.blokSize: unknown key (did you mean 'blockSize'?); allowed: blockSize, blockSolver, directions, epochs, patience, rank, tolerance, type
          objective={ridge: auto, loss: logistic} | : objective: ridge is auto, which needs loss: square
          objective.lambda=1e-6 | : objective: lambda and ridge are both given, must be exactly one of them (lambda = ridge / n)
          cache.memory=x       | : cache.memory: must be a size such as 512m or 4g, or auto, found 'x'
          objective.ridge=1e999 | :1: must be a number of at most 400 characters up to 1.8e308, found 1e999
          checkpoint.interval=2562047788016h | : checkpoint.interval: must be a duration such as 500ms, 60s, 5m or 1h, found the text '2562047788016h'
          kernel={type: gaussian, gamma: 1e-320} | : kernel: gamma is 1.0E-320, must be a number from 1e-300 to 1e300
          kernel={type: gaussian, gamma: 1e308} | : kernel: gamma is 1.0E308, must be a number from 1e-300 to 1e300
          name="\\x             | : is not YAML: has an escape that is no character
          name="\\UFFFFFFFF"    | : is not YAML: has an escape that is no character
          name="\\U00110000"    | :1: is not YAML: found unknown escape character 00110000
          seed.more=1          | : seed: must be a whole number of at most 9223372036854775807, found a section of keys
          name.more=1          | : name.more: cannot be set, as name is the text 'tiny' (FILE:1)
          epochs               | : must be path=value, such as solver.epochs=3
          =3                   | : must be path=value, such as solver.epochs=3
          solver..epochs=3     | : 'solver..epochs' has an empty key
          """)
  void namesTheOverride(String override, String message) {
    assertOverrideProblem(override, message);
  }

  @Test
  void anItemIsNotRemovedFromItsList() {
    assertThatThrownBy(
            () ->
                load(
                    MINIMAL,
                    "data.train.format.features=[1, 2]",
                    "data.train.format.features.1=null"))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "--set data.train.format.features.1=null: data.train.format.features.1: cannot be"
                + " removed from its list; set the whole list data.train.format.features");
  }

  /** The time to read such texts grows with the square of their length. */
  @Test
  void numbersOfManyDigitsAreNotRead() {
    String digits = "9".repeat(100_000);
    for (String number : List.of(digits, "0." + digits, "1e" + digits)) {
      assertThatThrownBy(() -> load(MINIMAL.replace("name: tiny", "name: tiny\nseed: " + number)))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(
              "job.yaml:2: seed: must be a number of at most 400 characters up to 1.8e308, found ")
          .message()
          .hasSizeLessThan(300);
    }
  }

  @Test
  void textsAreNotEndless() {
    String comment = "#" + "x".repeat(200_000) + "\n";
    String found = ": has " + (comment.length() + MINIMAL.length()) + " bytes";
    assertProblem(comment + MINIMAL, found + ", must be at most 131072");
    assertThatThrownBy(() -> load(MINIMAL, "store=" + "x".repeat(200_000)))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith("...: has 200000 characters, must be at most 131072");
  }

  @Test
  void pathsAreNotEndless() {
    assertThatThrownBy(() -> load(MINIMAL, "a.".repeat(200_000) + "b=1"))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith(": the path has 200001 keys, must be at most 50");
  }

  @Test
  void messagesAreShortWhateverTheValue() {
    String text = "x".repeat(100_000);
    for (String override :
        List.of(
            "name=" + text,
            "seed=" + text,
            text + "=1",
            "." + text + "=1",
            text + ".a=1",
            "seed." + text + "=1",
            "kernel.type=" + text)) {
      assertThatThrownBy(() -> load(MINIMAL, override))
          .isInstanceOf(ConfigException.class)
          .message()
          .hasSizeLessThan(4000);
    }
  }

  @Test
  void namesAnOverrideThatIsNotYaml() {
    assertThatThrownBy(() -> load(MINIMAL, "kernel={type: linear"))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("--set kernel={type: linear:1: is not YAML: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          classWeights: even     | :13: objective.classWeights: must be auto, balanced, or numbers above 0 by the names of classes, found the text 'even'
          classWeights: {a: 0}   | :13: objective.classWeights: the weight of class "a" is 0.0, must be a number above 0
          classWeights: {a: b}   | :13: objective.classWeights: must be auto, balanced, or numbers above 0 by the names of classes, found the text 'b'
          classWeights: [1, 2]   | :13: objective.classWeights: must be auto, balanced, or numbers above 0 by the names of classes, found a list
          """)
  void namesProblemsOfClassWeights(String line, String message) {
    assertProblem(MINIMAL.replace("ridge: 0.01\n", "ridge: 0.01\n  " + line + "\n"), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          loss: hinge    | :13: objective.loss: must be one of square, logistic, squared-hinge, found the text 'hinge'
          target: root   | :13: objective.target: must be one of none, log, auto, found the text 'root'
          penalty: l0    | :13: objective.penalty: must be one of l2, l1, found the text 'l0'
          loss: logistic | :13: objective.loss is logistic, which needs a system of columns, not system: {type: full-kernel}
          penalty: l1    | :13: objective.penalty is l1, which needs system: {type: random-features} or {type: random-binning}
          """)
  void namesProblemsOfTheRisk(String line, String message) {
    assertProblem(MINIMAL.replace("ridge: 0.01\n", "ridge: 0.01\n  " + line + "\n"), message);
  }

  @Test
  void otherLossesAreForClassification() {
    assertProblem(
        MINIMAL
                .replace("classification", "regression")
                .replace("ridge: 0.01\n", "ridge: 0.01\n  loss: logistic\n")
            + "system: {type: random-features, features: 20}\n",
        ":13: objective.loss is not square, which only task: classification allows");
  }

  @Test
  void classWeightsAreForClassification() {
    assertProblem(
        MINIMAL
            .replace("classification", "regression")
            .replace("ridge: 0.01\n", "ridge: 0.01\n  classWeights: balanced\n"),
        ":13: objective.classWeights is given, which only task: classification has");
    assertProblem(
        MINIMAL.replace("ridge: 0.01\n", "ridge: 0.01\n  target: log\n"),
        ":13: objective.target is given, which only task: regression has");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          nystrom                                      | :17: system: must be a section with the key 'type', found the text 'nystrom'; allowed: auto, full-kernel, nystrom, random-binning, random-features
          {landmarks: 20}                              | :17: system: lacks the key 'type'; allowed: auto, full-kernel, nystrom, random-binning, random-features
          {type: nystroem, landmarks: 20}              | :17: system.type: unknown type 'nystroem' (did you mean 'nystrom'?); allowed: auto, full-kernel, nystrom, random-binning, random-features
          {type: full-kernel, landmarks: 20}           | :17: system.landmarks: unknown key; allowed: rows, type
          {type: nystrom}                              | :17: system: lacks the key 'landmarks'
          {type: nystrom, landmarks: many}             | :17: system.landmarks: must be a whole number of at most 2147483647, found the text 'many'
          {type: nystrom, landmarks: 0}                | :17: system: landmarks is 0, must be at least 1
          {type: nystrom, landmarks: 9}                | :15: solver.blockSize is 10, must be at most the number of landmarks, 9
          {type: nystrom, landmarks: 20, gamma: 0}     | :17: system: gamma is 0.0, must be a number above 0
          {type: nystrom, landmarks: 20, sampling: leverage} | :17: system.sampling: must be one of uniform, pivoted, found the text 'leverage'
          {type: nystrom, landmarks: 20, order: sorted} | :17: system.order: must be one of alike, random, found the text 'sorted'
          {type: nystrom, landmarks: 20, features: 20} | :17: system.features: unknown key; allowed: gamma, landmarks, order, precision, sampling, type
          {type: random-features, feature: 20}         | :17: system.feature: unknown key (did you mean 'features'?); allowed: features, form, map, type
          {type: random-features, features: 9}         | :15: solver.blockSize is 10, must be at most the number of features, 9
          {type: random-features, features: 20, map: hashing} | :17: system.map is hashing, which needs kernel: {type: linear}
          {type: random-features, features: 20, map: hashing, form: cosine} | :17: system: form is given, which only map: fourier has
          {type: random-binning}                       | :17: system: lacks the key 'grids'
          {type: random-binning, grids: 0}             | :17: system: grids is 0, must be at least 1
          {type: random-binning, grids: 20, shape: 1}  | :17: system: shape is 1, must be 2 (the laplacian kernel) to 100
          {type: random-binning, grids: 20}            | :17: system.type is random-binning, which needs kernel: {type: laplacian}, or k-pq with q = p of at most 1: no other kernel has a distribution of bin widths
          {type: random-features, features: 20, map: tensor-sketch} | :17: system.map is tensor-sketch, which needs kernel: {type: polynomial}
          {type: random-features, features: 0} | :17: system: features is 0, must be at least 1
          {type: random-features, features: 20, form: sine} | :17: system.form: must be one of cosine, cosine-sine, found the text 'sine'
          """)
  void namesProblemsOfTheSystem(String section, String message) {
    assertProblem(MINIMAL + "system: " + section + "\n", message);
  }

  @Test
  void namesProblemsOfAMetric() {
    String metric = MINIMAL.replace("sigma: 0.5", "sigma: 0.5\n  metric: {learn: full}");
    assertProblem(
        metric.replace("gaussian", "laplacian") + "system: {type: random-binning, grids: 9}\n",
        ":11: kernel.metric.learn is full, which needs system: {type: full-kernel}, {type: nystrom}"
            + " or {type: random-features} with map: fourier");
    assertProblem(
        metric
            .replace("0.5", "[0.5, 1]")
            .replace("rows: 1-100", "rows: 1-100\n  validationFraction: 0.2"),
        ":12: kernel.metric.learn is full, which needs one kernel.sigma, median or auto, found a"
            + " list");
    assertProblem(
        metric + "from: {name: tiny}\n",
        ":18: from is given, which needs kernel.metric.learn: none: a solution under another metric"
            + " is no start");
  }

  @Test
  void namesProblemsOfAnEnsemble() {
    String four = "ensemble: {members: 4}\n";
    String features = MINIMAL + "system: {type: random-features, features: 20}\n";
    assertThat(load(features + four).spec().members()).isEqualTo(4);
    assertProblem(
        MINIMAL + four,
        ":17: ensemble.members is 4, which needs system: {type: random-features} with map: fourier,"
            + " found full-kernel");
    assertProblem(
        features.replace("blockSize: 10", "blockSize: 15") + four,
        ":18: ensemble.members is 4, which needs a solver.blockSize that divides system.features,"
            + " 20, found 15");
    assertProblem(
        features
                .replace("block-coordinate-descent", "auto")
                .replace("  blockSize: 10\n  epochs: 2\n", "")
            + four,
        ":16: ensemble.members is 4, which needs a system and a solver that are given, found auto");
    assertProblem(
        features + four + "from: {name: tiny}\n",
        ":19: from is given, which needs no ensemble: a model has the mean of the members alone");
    assertProblem(
        features + "ensemble: {members: 0}\n", ":18: ensemble: members is 0, must be 1 or more");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          type: block-coordinate-descent | type: block-descent   | :14: solver.type: unknown type 'block-descent' (did you mean 'block-coordinate-descent'?); allowed: auto, block-coordinate-descent, conjugate-gradients, coordinate-descent, doubly-stochastic, eigenpro, newton-cg, sgd
          type: block-coordinate-descent | type: doubly-stochastik | :14: solver.type: unknown type 'doubly-stochastik' (did you mean 'doubly-stochastic'?); allowed: auto, block-coordinate-descent, conjugate-gradients, coordinate-descent, doubly-stochastic, eigenpro, newton-cg, sgd
          epochs: 2  | epochs: 0                      | :16: solver: epochs is 0, must be at least 1
          epochs: 2  | {epochs: 2, directions: -1}    | :17: solver: directions is -1, must be at least 0
          epochs: 2  | {epochs: 2, directions: few}   | :17: solver.directions: must be a whole number of at most 2147483647, or auto, found the text 'few'
          epochs: 2  | {epochs: 2, patience: 0}       | :17: solver: patience is 0, must be at least 1
          epochs: 2  | {epochs: 2, tolerance: 1.0}    | :17: solver: tolerance is 1.0, must be a relative residual from 0 to below 1
          epochs: 2  | {epochs: 2, ridge: 1}          | :17: solver.ridge: unknown key; allowed: blockSize, blockSolver, directions, epochs, patience, rank, tolerance, type
          """)
  void namesProblemsOfTheSolver(String key, String replacement, String message) {
    String lines = replacement.replace("{", "").replace("}", "").replace(", ", "\n  ");
    assertProblem(MINIMAL.replace(key, lines), message);
  }

  @Test
  void aNumberThatMayBeAbsentMayBeAutomatic() {
    String solver = "solver={type: conjugate-gradients%s}";
    assertThat(load(MINIMAL, solver.formatted(", size: auto, tolerance: auto")))
        .isEqualTo(load(MINIMAL, solver.formatted("")));
  }

  @Test
  void solversOfKernelSystemsHaveAnObjective() {
    assertProblem(
        MINIMAL.replace("objective:\n  ridge: 0.01\n", ""),
        ":1: objective is missing, must have the key ridge or lambda");
    assertProblem(
        MINIMAL.replace("  ridge: 0.01", "  ridge: 0.01\n  lambda: 1e-6"),
        ":13: objective: lambda and ridge are both given, must be exactly one of them"
            + " (lambda = ridge / n)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          `objective: {ridge: 0.01}`                        | :9: objective is given, which only solvers of kernel systems have
          `system: {type: random-features, features: 20}`   | :9: system is given, which only solvers of kernel systems have
          `kernel: {type: gaussian, sigma: [1, 2]}`         | :9: kernel.sigma as a list is given, which only solvers of kernel systems have
          `patience: 2`                                     | :9: patience: unknown key; allowed: SECTIONS
          """)
  void otherSolversHaveNoKernelSystem(String line, String message) {
    String gradients =
        """
        name: tiny
        task: classification
        data:
          train: {path: rows.csv, format: {type: csv, label: 3}}
          validationFraction: 0.2
        solver: {type: doubly-stochastic, step: {type: constant, gamma: 1}, epochs: 1}
        kernel: {type: gaussian, sigma: 1}
        seed: 1
        """;
    String withLine =
        line.startsWith("kernel:")
            ? gradients.replace("kernel: {type: gaussian, sigma: 1}", "store: models") + line
            : gradients + line;
    assertProblem(withLine + "\n", message.replace("SECTIONS", SECTIONS));
  }

  @Test
  void holdsOutAShareOfTheRows() {
    String split = "data.validationFraction=0.2";
    assertThat(load(MINIMAL, split, "objective.ridge=[0.1, 1]").data().hasValidation()).isTrue();
    assertOverrideProblem(
        "data.validationFraction=1",
        ": data: validationFraction is 1.0, must be a number between 0 and 1");
    assertThatThrownBy(
            () -> load(MINIMAL, split, "data.validation={path: a, format: {type: libsvm}}"))
        .hasMessageContaining(
            "data: validationFraction and validation are both given, must be at most one of them");
  }

  @Test
  void needsValidationDataForPatience() {
    assertProblem(
        MINIMAL + "  patience: 2\n",
        ":17: solver.patience needs validation rows: data.validation or data.validationFraction");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``                 | : is empty
          `# only a comment` | : is empty
          `- a`              | :1: must be a section of keys, found a list
          `name`             | :1: must be a section of keys, found the text 'name'
          `[b]: 2`           | :1: has a key that is not text
          """)
  void namesAFileThatIsNoSection(String yaml, String message) {
    assertProblem(yaml, message);
  }

  @Test
  void namesTheLineOfBadYaml() {
    assertThatThrownBy(() -> load("name: a\ntask: [b\nkernel: {\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageMatching(".*job\\.yaml:[34]: is not YAML: .*");
    assertThatThrownBy(() -> load("name: a\n\ttask: b\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("job.yaml:2: is not YAML: ");
  }

  @Test
  void namesAFileThatCannotBeRead() throws IOException {
    Path missing = directory.resolve("absent.yaml");
    assertThatThrownBy(() -> loader.load(missing, List.of(), TrainConfig.class))
        .isInstanceOf(ConfigException.class)
        .hasMessage(missing + ": no such file");
    assertThatThrownBy(() -> loader.load(directory, List.of(), TrainConfig.class))
        .hasMessage(directory + ": is not a file");
    Path binary = directory.resolve("binary.yaml");
    Files.write(binary, "name: \u00e9".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> loader.load(binary, List.of(), TrainConfig.class))
        .hasMessage(binary + ": is not UTF-8 text");
  }
}
