package org.filbert.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.Type;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.parquet.Parquet;
import org.filbert.connectors.parquet.ParquetWriter;
import org.filbert.connectors.read.LocalReader;
import org.filbert.connectors.text.Csv;
import org.filbert.connectors.text.JsonLines;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.filbert.kernel.Gaussian;
import org.filbert.model.KernelExpansion;
import org.filbert.model.TablePreprocessing;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStore;
import org.filbert.store.ModelVersion;
import org.filbert.table.TableEncoder;
import org.filbert.train.TrainingSpec;
import org.filbert.train.columns.ColumnKind;
import org.filbert.train.columns.Fill;
import org.filbert.train.columns.PreprocessingOptions;
import org.filbert.train.columns.Scaling;
import org.filbert.train.columns.Storage;
import org.filbert.train.columns.TableOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A table of mixed columns from files to models to predictions, by the command line on Flink. */
class TableTest {
  @RegisterExtension static final SharedFlink FLINK = SharedFlink.ofTwo();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String[] NAMES = {"id", "age", "job", "hired", "weight", "income"};
  private static final String[] JOBS = {"clerk", "smith", "cook, chief", "baker\nof \"bread\""};

  @TempDir Path directory;

  @BeforeEach
  void write() throws IOException {
    write("train", rows(1, 400));
    write("test", rows(2, 200));
    for (String type : List.of("csv", "jsonl", "parquet")) {
      Files.writeString(
          directory.resolve(type + ".yaml"),
          """
          name: TYPE
          parallelism: 2
          task: classification
          data:
            train:
              path: DIRECTORY/train.TYPE
              format: FORMAT
            test:
              path: DIRECTORY/test.TYPE
              format: FORMAT
          preprocessing:
            columns:
              age: {type: number, missing: median, indicator: true}
              job: {type: category}
              hired: {type: date, parts: [year, month]}
              weight: {type: weight}
              id: {type: ignore}
          kernel: {type: gaussian, sigma: 2}
          objective: {ridge: 1}
          solver: {type: block-coordinate-descent, blockSize: 500, epochs: 1}
          store: DIRECTORY/store
          """
              .replace("DIRECTORY", directory.toString())
              .replace("TYPE", type)
              .replace(
                  "FORMAT",
                  switch (type) {
                    case "csv" -> "{type: csv, header: true, label: income}";
                    case "jsonl" ->
                        "{type: jsonlines, label: income, fields: [id, age, job, hired, weight]}";
                    default -> "{type: parquet, label: income}";
                  }));
    }
  }

  /** A row is rich if its age is above 45, or if it is a cook hired after 2010. */
  private static List<@Nullable String[]> rows(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    List<@Nullable String[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int age = random.nextInt(18, 80);
      int job = random.nextInt(JOBS.length);
      int year = random.nextInt(2000, 2020);
      boolean rich = age > 45 || (job == 2 && year > 2010);
      rows.add(
          new @Nullable String[] {
            Integer.toString(i + 1),
            random.nextInt(20) == 0 ? null : Integer.toString(age),
            random.nextInt(20) == 0 ? null : JOBS[job],
            random.nextInt(20) == 0 ? null : year + "-%02d-01".formatted(random.nextInt(1, 13)),
            Integer.toString(random.nextInt(1, 4)),
            rich ? ">50K" : "<=50K"
          });
    }
    return rows;
  }

  private void write(String name, List<@Nullable String[]> rows) throws IOException {
    List<String> csv = new ArrayList<>(List.of(String.join(",", NAMES)));
    List<String> json = new ArrayList<>();
    for (@Nullable String[] row : rows) {
      List<String> cells = new ArrayList<>();
      ObjectNode object = JSON.createObjectNode();
      for (int j = 0; j < NAMES.length; j++) {
        String cell = row[j];
        cells.add(cell == null ? (j == 1 ? "?" : "") : '"' + cell.replace("\"", "\"\"") + '"');
        if (cell != null && cell.matches("\\d+")) {
          object.put(NAMES[j], Integer.parseInt(cell));
        } else if (cell != null || j == 2) {
          object.put(NAMES[j], cell);
        }
      }
      csv.add(String.join(",", cells));
      json.add(object.toString());
    }
    parquet().write(directory.resolve(name + ".parquet"), typed(rows));
    Files.write(directory.resolve(name + ".csv"), csv);
    Files.write(directory.resolve(name + ".jsonl"), json);
  }

  private static ParquetWriter parquet() {
    return new ParquetWriter()
        .column("id", Type.INT64, null)
        .column("age", Type.INT32, null)
        .text("job")
        .column("hired", Type.INT32, LogicalType.DATE(new DateType()))
        .column("weight", Type.DOUBLE, null)
        .text("income")
        .codec(CompressionCodec.SNAPPY)
        .rowsPerGroup(90);
  }

  /** The rows as Parquet has them; cells of another type are left out. */
  private static List<@Nullable Object[]> typed(List<@Nullable String[]> rows) {
    List<@Nullable Object[]> typed = new ArrayList<>();
    for (@Nullable String[] row : rows) {
      String age = row[1];
      String hired = row[3];
      typed.add(
          new @Nullable Object[] {
            Long.valueOf(row[0]),
            age == null || !age.matches("\\d+") ? null : Integer.valueOf(age),
            row[2],
            hired == null || !hired.startsWith("20")
                ? null
                : (int) LocalDate.parse(hired).toEpochDay(),
            Double.valueOf(row[4]),
            row[5]
          });
    }
    return typed;
  }

  private String path(String file) {
    return directory.resolve(file).toString();
  }

  private CommandLineRun train(String type, String... overrides) {
    List<String> args =
        new ArrayList<>(
            List.of("train", path(type + ".yaml"), "--out", path(type + overrides.length)));
    for (String override : overrides) {
      args.add("--set");
      args.add(override);
    }
    return CommandLineRun.of(args.toArray(String[]::new));
  }

  private CommandLineRun score(String command, String input, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(command, "--store", path("store"), "--model", "csv", "--input", path(input)));
    args.addAll(List.of(more));
    return CommandLineRun.of(args.toArray(String[]::new));
  }

  private TableEncoder table(String name) throws IOException {
    ModelStore store = ModelStore.open(new org.apache.flink.core.fs.Path(path("store")));
    return ((TablePreprocessing) store.load(new ModelVersion(name, 1)).preprocessing()).table();
  }

  @Test
  void learnsFromTheRawTableAndScoresIt() throws IOException {
    train("csv").assertDone();
    train("jsonl").assertDone();
    train("parquet").assertDone();
    JsonNode summary = JSON.readTree(directory.resolve("csv0/summary.json").toFile());
    // age and its indicator, four jobs, the year, sine and cosine of the month
    assertThat(summary.get("d").asInt()).isEqualTo(9);
    assertThat(summary.get("testError").asDouble()).isLessThan(0.15);
    List<Features> rows =
        List.of(
            Features.Cells.of(Arrays.asList("33", JOBS[3], "2011-05-01")),
            Features.Cells.of(Arrays.asList(null, "astronaut", null)));
    List<Features> one = table("csv").encode(rows).rows();
    for (String type : List.of("jsonl", "parquet")) {
      List<Features> other = table(type).encode(rows).rows();
      for (int i = 0; i < rows.size(); i++) {
        assertThat(((Features.Dense) one.get(i)).values())
            .isEqualTo(((Features.Dense) other.get(i)).values());
      }
    }
    String typed = "{type: parquet, label: income}";
    String ofParquet =
        score("evaluate", "test.parquet", "--json", "--format", typed).assertDone().out();
    assertThat(ofParquet).isEqualTo(score("evaluate", "test.csv", "--json").assertDone().out());
    score("predict", "test.parquet", "--format", typed, "--output", path("p.csv")).assertDone();
    score("predict", "test.csv", "--output", path("c.csv")).assertDone();
    assertThat(predictions("p.csv")).isEqualTo(predictions("c.csv"));
    JsonNode evaluation = JSON.readTree(score("evaluate", "test.csv", "--json").assertDone().out());
    assertThat(evaluation.get("classification").get("error").asDouble())
        .isCloseTo(summary.get("testError").asDouble(), within(1e-9));
    JsonNode importances =
        JSON.readTree(
                score("evaluate", "test.csv", "--json", "--importances", "--repeats", "3")
                    .assertDone()
                    .out())
            .get("importances");
    assertThat(importances.get("by").asText()).isEqualTo("error");
    assertThat(importances.get("rows")).isEqualTo(evaluation.get("rows"));
    assertThat(importances.get("base")).isEqualTo(evaluation.get("classification").get("error"));
    assertThat(importances.get("columns")).hasSize(3); // not their features, and no weight
    assertThat(importances.get("columns").get(0).get("name").asText()).isEqualTo("age");
    assertThat(importances.get("columns").get(0).get("increase").asDouble()).isGreaterThan(0.2);
    assertThat(score("evaluate", "test.csv", "--importances").assertDone().out())
        .contains("importances: how much the error grows from ", "by 5 shuffles");
    score("evaluate", "test.csv", "--importances", "--repeats", "0")
        .assertRefused("--repeats: found 0, allowed 1 or more");
    JsonNode heldOut = summary.get("heldOut");
    assertThat(heldOut.get("role").asText()).isEqualTo("TEST");
    assertThat(heldOut.get("rows")).isEqualTo(evaluation.get("rows"));
    assertThat(heldOut.get("weight")).isEqualTo(evaluation.get("weight"));
    assertThat(heldOut.get("classification").get("confusion"))
        .isEqualTo(evaluation.get("classification").get("confusion"));
    assertThat(heldOut.get("classification").get("rocAuc").asDouble())
        .isCloseTo(evaluation.get("classification").get("rocAuc").asDouble(), within(1e-3));
    assertThat(evaluation.get("cells")).isEqualTo(summary.get("table").get("heldOut"));
    assertThat(evaluation.get("weight").asInt()).isBetween(201, 600);
    assertThat(score("evaluate", "test.csv").assertDone().out())
        .contains(" in all: shares and means count rows by their weights", " <=50K");
    Files.writeString(
        directory.resolve("unweighted.csv"), "hired,job,age,income\n2011-05-01,clerk,70,>50K\n");
    JsonNode unweighted =
        JSON.readTree(score("evaluate", "unweighted.csv", "--json").assertDone().out());
    assertThat(unweighted.get("rows").asInt()).isEqualTo(1);
    assertThat(unweighted.has("weight")).isFalse();
    Files.writeString(
        directory.resolve("new.csv"), "hired,job,more,age\n,astronaut,x,\n2011-05-01,clerk,y,70\n");
    assertThat(
            score("predict", "new.csv", "--no-label", "--output", path("out.csv"))
                .assertDone()
                .out())
        .contains(
            "2 rows predicted",
            "2 missing cells, 1 categories that the training rows did not have");
    assertThat(Files.readAllLines(directory.resolve("out.csv")).get(2)).contains(">50K");
  }

  /** What was predicted; a row's id is its place in its file. */
  private List<String> predictions(String file) throws IOException {
    return Files.readAllLines(directory.resolve(file)).stream()
        .map(line -> line.substring(line.indexOf(',') + 1))
        .toList();
  }

  /** The position of a row decides where it stands in a training, so it is made the same. */
  @Test
  void theSameTableGivesTheSameModelToTheBit() throws IOException {
    TableOptions table =
        new TableOptions(
            List.of(
                new TableOptions.Column(
                    "age", new ColumnKind.Numbers(Fill.of(Fill.Rule.MEDIAN), true, true)),
                new TableOptions.Column(
                    "job", new ColumnKind.Category(Fill.of(Fill.Rule.ZERO), false, 10)),
                new TableOptions.Column("weight", new ColumnKind.Weight()),
                new TableOptions.Column("hired", new ColumnKind.Ignore()),
                new TableOptions.Column("id", new ColumnKind.Ignore())),
            List.of("", "?"));
    Map<String, DataFormat> formats =
        Map.of(
            "train.csv", new Csv(",", true, "income", List.of()),
            "train.jsonl",
                new JsonLines("income", null, List.of("id", "age", "job", "hired", "weight")),
            "train.parquet", new Parquet("income", List.of(), List.of(), List.of(), null));
    List<TrainedModel> models = new ArrayList<>();
    for (Map.Entry<String, DataFormat> format : formats.entrySet()) {
      List<Instance> rows = new ArrayList<>();
      LocalReader.forEach(
          new DataSet(
              List.of(path(format.getKey())),
              format.getValue(),
              null,
              Role.TRAIN,
              OnBadRecord.FAIL,
              TaskKind.CLASSIFICATION,
              true,
              table.cells()),
          instance -> {
            Instance.Example row = (Instance.Example) instance;
            rows.add(new Instance.Example(Role.TRAIN, rows.size(), row.features(), row.target()));
          });
      assertThat(rows).hasSize(400);
      models.add(
          TrainingSpec.of(new Gaussian(2))
              .preprocessing(
                  new PreprocessingOptions(
                      new Scaling.None(),
                      Storage.AUTO,
                      null,
                      OptionalInt.empty(),
                      true,
                      List.of(),
                      table))
              .ridge(1)
              .build()
              .train(rows));
    }
    KernelExpansion first = (KernelExpansion) models.get(0).model();
    for (TrainedModel model : models.subList(1, models.size())) {
      assertThat(model.preprocessing())
          .usingRecursiveComparison()
          .isEqualTo(models.get(0).preprocessing());
      KernelExpansion other = (KernelExpansion) model.model();
      assertThat(other.alpha().toArray()).isEqualTo(first.alpha().toArray());
      for (int i = 0; i < first.centres().count(); i++) {
        assertThat(other.centres().row(i)).isEqualTo(first.centres().row(i));
      }
    }
  }

  @Test
  void badCellsAreNamedOrGoIntoQuarantine() throws IOException {
    List<@Nullable String[]> rows = rows(1, 50);
    rows.add(new @Nullable String[] {"51", "old", "clerk", null, "1", ">50K"});
    rows.add(new @Nullable String[] {"52", "40", "clerk", "yesterday", "1", ">50K"});
    rows.add(new @Nullable String[] {"53", "40", "clerk", null, "-1", ">50K"});
    write("train", rows);
    train("csv")
        .assertRefused(
            "found \"old\" in column 2 (age), allowed a finite number; preprocessing.missing: [...,"
                + " old], if it stands for a missing value; type: category or text, if");
    train("csv", "data.onBadRecord=quarantine").assertDone();
    assertThat(
            JSON.readTree(directory.resolve("csv1/summary.json").toFile())
                .get("quarantined")
                .asInt())
        .isEqualTo(3);
  }

  @Test
  void columnsThatCannotBeLearnedFromAreNamed() throws IOException {
    List<@Nullable String[]> rows = rows(1, 400);
    for (@Nullable String[] row : rows) {
      row[1] = null;
    }
    write("train", rows);
    train("csv").assertRefused("column age has no value in 400 training rows; type: ignore leaves");
    rows = rows(1, 400);
    for (@Nullable String[] row : rows) {
      row[2] = "clerk";
    }
    write("train", rows);
    assertThat(train("csv").assertDone().out()).contains("(job=clerk): the same value in all rows");
  }

  @Test
  void aCategoryMayHaveNumbersAndVeryManyValues() throws IOException {
    List<@Nullable String[]> rows = rows(1, 400);
    for (int i = 0; i < rows.size(); i++) {
      rows.get(i)[2] = i % 2 == 0 ? Integer.toString(1000 * i) : "word " + i;
    }
    write("train", rows);
    write("test", rows);
    assertThat(train("csv", "preprocessing.columns.job.maxCategories=20").assertDone().out())
        .containsOnlyOnce(
            "column job: more than 20 categories, so a hash chooses one of 20 features for each"
                + " (maxCategories)\n");
    // age and its indicator, 20 hashes, the year, sine and cosine of the month
    assertThat(JSON.readTree(directory.resolve("csv1/summary.json").toFile()).get("d").asInt())
        .isEqualTo(25);
  }

  @Test
  @Tag("ci")
  void veryManyCategoriesAreHashedAndNotKept() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    try (Writer rows = Files.newBufferedWriter(directory.resolve("train.csv"))) {
      rows.write("id,age,job,hired,weight,income\n");
      for (int i = 0; i < 200_000; i++) {
        int age = random.nextInt(18, 80);
        long job = i * 0x9E3779B97F4A7C15L; // an odd factor: all are different
        rows.write(
            "1,%d,user %x,2011-05-01,1,%s\n".formatted(age, job, age > 45 ? ">50K" : "<=50K"));
      }
    }
    CommandLineRun run =
        train(
            "csv",
            "preprocessing.columns.hired={type: ignore}",
            "preprocessing.columns.job.maxCategories=20",
            "system={type: nystrom, landmarks: 100}",
            "solver.blockSize=100");
    assertThat(run.assertDone().out())
        .containsOnlyOnce(
            "column job: more than 20 categories, so a hash chooses one of 20 features for each");
    JsonNode summary = JSON.readTree(directory.resolve("csv4/summary.json").toFile());
    assertThat(summary.get("n").asInt()).isEqualTo(200_000);
    assertThat(summary.get("d").asInt()).isEqualTo(22);
    assertThat(summary.get("testError").asDouble()).isLessThan(0.4);
    try (Stream<Path> model = Files.walk(directory.resolve("store"))) {
      assertThat(model.mapToLong(file -> file.toFile().length()).sum()).isLessThan(1 << 20);
    }
    assertThat(
            CommandLineRun.of("data", "infer", path("train.csv"), "--label", "income")
                .assertDone()
                .out())
        .contains("job: {type: ignore}  # another value in each row");
  }

  @Test
  void aModelIsAskedForItsOwnColumns() throws IOException {
    train("csv").assertDone();
    Files.writeString(directory.resolve("new.csv"), "hired,work,age\n,astronaut,4\n");
    score("predict", "new.csv", "--no-label", "--output", path("out.csv"))
        .assertRefused(
            "/new.csv: found no column job, allowed column numbers 1 to 3 or one of hired, work,"
                + " age");
    Files.writeString(directory.resolve("new.csv"), "hired,job,age\n,clerk,old\n,clerk,50\n");
    score("predict", "new.csv", "--no-label", "--output", path("out.csv"))
        .assertRefused(
            "/new.csv:2: found \"old\" in column 3 (age), allowed a finite number;"
                + " --on-bad-record quarantine leaves out records such as this");
    score(
            "predict",
            "new.csv",
            "--no-label",
            "--output",
            path("out.csv"),
            "--on-bad-record",
            "quarantine",
            "--keep",
            "3")
        .assertDone();
    assertThat(Files.readAllLines(directory.resolve("out.csv")))
        .containsExactly("row,3,prediction", "2,50,>50K");
  }

  @Test
  void columnsThatAreNotThereOrHaveNoTypeAreNamed() {
    train("csv", "preprocessing.columns.income={type: ignore}")
        .assertRefused("found column income named for two uses, allowed one use of a column");
    train("csv", "a=1", "preprocessing.columns.x={type: number}").assertRefused("unknown key");
    train("csv", "preprocessing.columns={age: {type: number}, x: {type: number}}")
        .assertRefused("found no column x, allowed column numbers 1 to 6");
    train("csv", "preprocessing.columns={age: {type: number}}")
        .assertRefused(
            "found the columns id, job, hired, weight without an entry in preprocessing.columns");
    train("csv", "preprocessing.columns={age: {type: number, sigma: 1}}")
        .assertRefused("unknown key");
  }

  @Test
  void proposesTheSection() {
    assertThat(
            CommandLineRun.of("data", "infer", path("train.csv"), "--label", "income")
                .assertDone()
                .out())
        .contains(
            "from 400 rows",
            "format: {type: csv, header: true, label: income}",
            "preprocessing:\n  columns:\n    id: {type: ignore}  # counts the rows\n",
            "    age: {type: number}  # 18.0 to 79.0, ",
            "    job: {type: category}  # 4 values, ",
            "    hired: {type: date, parts: [year, month, weekday]}  # ",
            "    weight: {type: number}  # 1.0 to 3.0\n")
        .doesNotContain("income: {");
    assertThat(
            CommandLineRun.of("data", "infer", path("train.parquet"), "--label", "income")
                .assertDone()
                .out())
        .contains(
            "from 400 rows",
            "format: {type: parquet, label: income}",
            "preprocessing:\n  columns:\n    id: {type: ignore}  # counts the rows\n",
            "    age: {type: number}  # 18.0 to 79.0, ",
            "    job: {type: category}  # 4 values, ",
            "    hired: {type: date, parts: [year, month, weekday]}  # ",
            "    weight: {type: number}  # 1.0 to 3.0\n")
        .doesNotContain("income: {");
  }
}
