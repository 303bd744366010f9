package org.filbert.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.filbert.data.DataException;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.data.Placement;
import org.filbert.data.RefusedException;
import org.filbert.data.Role;
import org.filbert.data.Sample;
import org.filbert.data.Target;
import org.filbert.kernel.Linear;
import org.filbert.linalg.Backend;
import org.filbert.linalg.Backends;
import org.filbert.linalg.Precision;
import org.filbert.model.TablePreprocessing;
import org.filbert.shard.Prepared;
import org.filbert.shard.ShardState;
import org.filbert.table.CategoryColumn;
import org.filbert.table.CellKind;
import org.filbert.table.DateColumn;
import org.filbert.table.DatePart;
import org.filbert.table.NumberColumn;
import org.filbert.table.TableCounts;
import org.filbert.table.TextColumn;
import org.filbert.testing.Shards;
import org.filbert.text.Analysis;
import org.filbert.text.Weights;
import org.filbert.train.columns.ColumnKind;
import org.filbert.train.columns.DateNotation;
import org.filbert.train.columns.Fill;
import org.filbert.train.columns.PreprocessingOptions;
import org.filbert.train.columns.Scaling;
import org.filbert.train.columns.Storage;
import org.filbert.train.columns.TableOptions;
import org.filbert.train.columns.TextOptions;
import org.filbert.train.columns.TextOptions.EmptyDocuments;
import org.filbert.train.columns.TextOptions.VocabularyLimits;
import org.filbert.train.rows.ClassWeights;
import org.filbert.train.rows.ExactSum;
import org.filbert.workers.LocalWorkers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TablePreparationTest {
  private static final Backend BACKEND = Backends.choose("java");
  private static final List<String> JOBS =
      List.of("clerk", "smith", "cook, chief", "baker\nof bread");

  private static ColumnKind.Numbers number(Fill.Rule missing) {
    return new ColumnKind.Numbers(Fill.of(missing), true, false);
  }

  private static final ColumnKind CATEGORY =
      new ColumnKind.Category(Fill.of(Fill.Rule.ZERO), false, 10);

  private static TableOptions table(Object... namesAndKinds) {
    List<TableOptions.Column> columns = new ArrayList<>();
    for (int j = 0; j < namesAndKinds.length; j += 2) {
      columns.add(
          new TableOptions.Column((String) namesAndKinds[j], (ColumnKind) namesAndKinds[j + 1]));
    }
    return new TableOptions(columns, List.of("", "?"));
  }

  private static Instance row(Role role, long position, String label, @Nullable String... cells) {
    return new Instance.Example(
        role, position, Features.Cells.of(Arrays.asList(cells)), new Target.ClassName(label));
  }

  private record Result(
      Prepared prepared,
      Map<Long, double[]> rows,
      Map<Long, Double> weights,
      List<String> notices) {
    TablePreprocessing table() {
      return (TablePreprocessing) prepared.preprocessing();
    }
  }

  private static Result prepare(
      List<Instance> instances, TableOptions table, ClassWeights classWeights, int workers) {
    try (LocalWorkers local = Shards.local(instances, new Placement(5, workers), BACKEND)) {
      Preparation preparation =
          new Preparation(
              TrainingSpec.of(new Linear())
                  .preprocessing(
                      new PreprocessingOptions(
                          new Scaling.None(),
                          Storage.AUTO,
                          null,
                          OptionalInt.empty(),
                          true,
                          List.of(),
                          table))
                  .classWeights(classWeights)
                  .precision(Precision.DOUBLE)
                  .build());
      Prepared prepared = preparation.run(local);
      Map<Long, double[]> rows = new ConcurrentSkipListMap<>();
      Map<Long, Double> weights = new ConcurrentSkipListMap<>();
      local.gather(
          worker -> {
            Sample train = worker.get(ShardState.TRAIN);
            for (int i = 0; i < train.count(); i++) {
              rows.put(train.positions()[i], train.x().row(i));
              weights.put(train.positions()[i], ShardState.weights(worker)[i]);
            }
            return 0;
          });
      return new Result(prepared, rows, weights, preparation.notices());
    }
  }

  private static Result prepare(List<Instance> instances, TableOptions table, int workers) {
    return prepare(instances, table, new ClassWeights.Equal(), workers);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fill.Rule.class,
      names = {"MEAN", "MEDIAN", "MOST_FREQUENT", "ZERO"})
  void missingNumbersAreFilled(Fill.Rule rule) {
    String[] cells = {"3", "1", null, "-2.5", "3", "1e1"};
    List<Instance> rows = new ArrayList<>();
    for (int i = 0; i < cells.length; i++) {
      rows.add(row(Role.TRAIN, i, "" + i % 2, cells[i]));
    }
    Result result = prepare(rows, table("x", number(rule)), 2);
    NumberColumn column = (NumberColumn) result.table().table().columns().get(0).encoder();
    double expected =
        switch (rule) {
          case MEAN -> 14.5 / 5;
          case MEDIAN, MOST_FREQUENT -> 3;
          default -> 0;
        };
    assertThat(column).isEqualTo(new NumberColumn(expected, 0, 1, true));
    double[] offset = result.table().numbers().offset();
    double[] filled = result.rows().get(2L);
    assertThat(filled[0] + (offset.length == 0 ? 0 : offset[0])).isCloseTo(expected, within(1e-15));
    assertThat(filled[1] + (offset.length == 0 ? 0 : offset[1])).isEqualTo(1);
  }

  @Test
  void theMedianOfAnEvenCountIsBetweenTheTwoInTheMiddle() {
    List<Instance> rows = new ArrayList<>();
    for (String cell : List.of("-1", "7", "4", "-30")) {
      rows.add(row(Role.TRAIN, rows.size(), "" + rows.size() % 2, cell));
    }
    Result result = prepare(rows, table("x", number(Fill.Rule.MEDIAN)), 3);
    assertThat(((NumberColumn) result.table().table().columns().get(0).encoder()).fill())
        .isEqualTo(1.5);
  }

  /** The slow way: each row by itself. */
  private static double[] slowly(List<@Nullable String> cells, double mean, double deviation) {
    double[] row = new double[10];
    String age = cells.get(0);
    row[0] = age == null ? 0 : (Double.parseDouble(age) - mean) / deviation;
    List<String> sorted = JOBS.stream().sorted().toList();
    String job = cells.get(1);
    if (job != null && sorted.contains(job)) {
      row[1 + sorted.indexOf(job)] = 1;
    }
    row[5] = job == null ? 1 : 0;
    String day = cells.get(2);
    if (day != null) {
      int month = Integer.parseInt(day.substring(5, 7));
      row[6] = Math.sin(2 * Math.PI * (month - 1) / 12);
      row[7] = Math.cos(2 * Math.PI * (month - 1) / 12);
      int hour = Integer.parseInt(day.substring(11, 13));
      row[8] = Math.sin(2 * Math.PI * hour / 24);
      row[9] = Math.cos(2 * Math.PI * hour / 24);
    }
    return row;
  }

  @Test
  void mixedColumnsAreAsEncodedSlowlyWhateverTheNumberOfWorkers() {
    SplittableRandom random = new SplittableRandom(3);
    List<Instance> rows = new ArrayList<>();
    Map<Long, List<@Nullable String>> cells = new TreeMap<>();
    for (long i = 0; i < 500; i++) {
      List<@Nullable String> row = new ArrayList<>();
      row.add(random.nextInt(10) == 0 ? null : Integer.toString(random.nextInt(17, 90)));
      row.add(random.nextInt(10) == 0 ? null : JOBS.get(random.nextInt(JOBS.size())));
      row.add(
          random.nextInt(10) == 0
              ? null
              : "2026-%02d-03T%02d:00".formatted(random.nextInt(1, 13), random.nextInt(24)));
      cells.put(i, row);
      rows.add(row(Role.TRAIN, i, "" + random.nextInt(2), row.toArray(new String[0])));
    }
    rows.add(row(Role.TEST, 0, "1", "40", "astronaut", null));
    TableOptions table =
        table(
            "age",
            new ColumnKind.Numbers(Fill.of(Fill.Rule.MEAN), false, true),
            "job",
            new ColumnKind.Category(Fill.of(Fill.Rule.ZERO), true, 10),
            "day",
            new ColumnKind.Date(
                DateNotation.ISO,
                Fill.of(Fill.Rule.ZERO),
                false,
                List.of(DatePart.MONTH, DatePart.HOUR),
                true));
    Result one = prepare(rows, table, 1);
    Result three = prepare(rows, table, 3);
    // Cells by themselves are the same to the last bit; the mean for centring is added in parts.
    assertThat(three.table().table().toString().replaceAll("\\[D@[0-9a-f]+", ""))
        .isEqualTo(one.table().table().toString().replaceAll("\\[D@[0-9a-f]+", ""));
    double[] ages =
        cells.values().stream()
            .filter(row -> row.get(0) != null)
            .mapToDouble(row -> Double.parseDouble(row.get(0)))
            .toArray();
    double mean = Arrays.stream(ages).average().orElseThrow();
    double deviation =
        Math.sqrt(
            Arrays.stream(ages).map(age -> (age - mean) * (age - mean)).average().orElseThrow());
    double[] offset = one.table().numbers().offset();
    cells.forEach(
        (position, row) -> {
          double[] expected = slowly(row, mean, deviation);
          for (int j = 0; j < offset.length; j++) {
            expected[j] -= offset[j];
          }
          assertThat(one.rows().get(position)).containsExactly(expected, within(1e-12));
          assertThat(three.rows().get(position)).containsExactly(expected, within(1e-12));
        });
    TableCounts heldOut = one.prepared().table().heldOut();
    assertThat(heldOut.unseen()).containsExactly(0, 1, 0);
    assertThat(heldOut.missing()).containsExactly(0, 0, 1);
    assertThat(one.prepared().table().train().allUnseen()).isZero();
    assertThat(three.prepared().table().train().missing())
        .isEqualTo(one.prepared().table().train().missing());
  }

  @Test
  void manyCategoriesAreHashed() {
    List<Instance> rows = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      rows.add(row(Role.TRAIN, i, "" + i % 2, "c" + i));
    }
    Result result = prepare(rows, table("x", CATEGORY), 3);
    assertThat(result.table().table().columns().get(0).encoder())
        .isEqualTo(new CategoryColumn(List.of(), 10, null, false));
    assertThat(result.table().table().encode(List.of(Features.Cells.of(List.of("new")))).rows())
        .singleElement()
        .satisfies(
            row -> assertThat(Arrays.stream(((Features.Dense) row).values()).sum()).isEqualTo(1));
  }

  @Test
  void textStandsBesideNumbersInSparseRows() {
    TextOptions text =
        new TextOptions(
            new Analysis(1, false, false),
            Weights.COUNTS,
            false,
            new VocabularyLimits(1, 100),
            EmptyDocuments.ZEROS);
    List<Instance> rows =
        List.of(
            row(Role.TRAIN, 0, "a", "squirrels squirrels nuts", "2"),
            row(Role.TRAIN, 1, "b", null, "5"));
    Result result =
        prepare(rows, table("note", new ColumnKind.Text(text), "x", number(Fill.Rule.ZERO)), 2);
    assertThat(result.table().table().columns().get(0).encoder()).isInstanceOf(TextColumn.class);
    Features.Sparse first =
        (Features.Sparse)
            result
                .table()
                .table()
                .encode(List.of(((Instance.Example) rows.get(0)).features()))
                .rows()
                .get(0);
    assertThat(first.indices()).containsExactly(0, 1, 2);
    assertThat(first.values()).contains(1, 2).endsWith(2);
  }

  @Test
  void weightsOfRowsMultiplyThoseOfClassesAndZeroLeavesOut() {
    List<Instance> rows =
        List.of(
            row(Role.TRAIN, 0, "a", "1", "2"),
            row(Role.TRAIN, 1, "b", "2", "0.5"),
            row(Role.TRAIN, 2, "b", "3", "0"),
            row(Role.TEST, 0, "b", "3"));
    TableOptions table = table("x", number(Fill.Rule.MEAN), "w", new ColumnKind.Weight());
    assertThat(prepare(rows, table, 2).weights()).isEqualTo(Map.of(0L, 2.0, 1L, 0.5));
    assertThat(((NumberColumn) prepare(rows, table, 2).table().table().columns().get(0).encoder()))
        .isEqualTo(new NumberColumn(1.5, 0, 1, true));
    Result balanced = prepare(rows, table, new ClassWeights.Balanced(), 2);
    assertThat(balanced.weights()).isEqualTo(Map.of(0L, 1.25, 1L, 1.25));
    assertThat(balanced.prepared().testRows()).isEqualTo(1);
  }

  @Test
  void whatCannotBeUsedIsNamed() {
    TableOptions x = table("x", number(Fill.Rule.MEAN));
    assertThatThrownBy(() -> prepare(List.of(row(Role.TRAIN, 0, "a", (String) null)), x, 1))
        .isInstanceOf(RefusedException.class)
        .hasMessage("column x has no value in 1 training rows; type: ignore leaves it out");
    assertThatThrownBy(
            () ->
                prepare(
                    List.of(row(Role.TRAIN, 0, "a", "1"), row(Role.TEST, 7, "a", "clerk")), x, 1))
        .isInstanceOfSatisfying(DataException.class, e -> assertThat(e.position()).isEqualTo(7))
        .hasMessage("found \"clerk\" in column x, allowed a finite number");
    TableOptions weighted = table("x", number(Fill.Rule.MEAN), "w", new ColumnKind.Weight());
    assertThatThrownBy(() -> prepare(List.of(row(Role.TRAIN, 0, "a", "1", "-1")), weighted, 1))
        .isInstanceOf(DataException.class)
        .hasMessage("found \"-1\" as the weight, allowed a number of 0 or more");
    assertThatThrownBy(() -> prepare(List.of(row(Role.TRAIN, 0, "a", "1", "NaN")), weighted, 1))
        .isInstanceOf(DataException.class)
        .hasMessage("found \"NaN\" as the weight, allowed a number of 0 or more");
    assertThatThrownBy(
            () ->
                prepare(
                    List.of(
                        row(Role.TRAIN, 0, "a", "1", "1e-20"), row(Role.TRAIN, 1, "b", "2", "2")),
                    weighted,
                    1))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("column w has weights from 1.0E-20 to 2.0");
    assertThatThrownBy(() -> prepare(List.of(row(Role.TRAIN, 0, "a", "1", "0")), weighted, 1))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("column w has the weight 0 in all 1 training rows");
    assertThatThrownBy(
            () ->
                prepare(
                    List.of(
                        new Instance.Example(
                            Role.TRAIN,
                            0,
                            new Features.Dense(new double[] {1}),
                            new Target.ClassName("a"))),
                    x,
                    1))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("preprocessing.columns needs records of cells");
  }

  @Test
  void datesAreReadAsWritten() {
    assertThat(CellKind.ISO_DATE.time("2026-01-31")).hasToString("2026-01-31T00:00");
    assertThat(CellKind.ISO_DATE.time("2026-01-31 08:30:15")).hasToString("2026-01-31T08:30:15");
    assertThat(CellKind.ISO_DATE.time("2026-01-31T08:30:00+02:00")).hasToString("2026-01-31T08:30");
    assertThat(CellKind.ISO_DATE.time("2026-01-31t08:30:00z")).hasToString("2026-01-31T08:30");
    assertThat(CellKind.ISO_DATE.time("2026-01-31T08:30-05:00")).hasToString("2026-01-31T08:30");
    assertThat(CellKind.ISO_DATE.time("31.1.2026")).isNull();
    assertThat(CellKind.EPOCH_SECONDS.time("86400")).hasToString("1970-01-02T00:00");
    assertThat(CellKind.EPOCH_MILLISECONDS.time("-1")).hasToString("1969-12-31T23:59:59");
    assertThat(CellKind.EPOCH_SECONDS.time("1e300")).isNull();
    DateColumn column =
        new DateColumn(
            CellKind.ISO_DATE,
            List.of(DatePart.YEAR, DatePart.WEEKDAY),
            false,
            new double[] {2020, 0},
            new double[] {0.5, 1},
            false);
    assertThat(column.suffix(0)).isEqualTo(" year");
    assertThat(column.features()).isEqualTo(2);
  }

  @Test
  void sumsAreExactInAnyOrder() {
    double[] values = {1e300, 1, -1e300, 0x1p-1074, -3.5, 1e16, 1e-300, -1e16};
    long[] sums = new long[ExactSum.DIGITS];
    for (double value : values) {
      ExactSum.add(value, sums, 0);
    }
    assertThat(ExactSum.mean(sums, 0, 1)).isEqualTo(-2.5);
    ExactSum.add(2.5, sums, 0);
    assertThat(ExactSum.mean(sums, 0, 2)).isEqualTo((1e-300 + 0x1p-1074) / 2);
    Arrays.fill(sums, 0);
    for (int i = 0; i < 3; i++) {
      ExactSum.add(Double.MAX_VALUE, sums, 0);
    }
    assertThat(ExactSum.mean(sums, 0, 3)).isEqualTo(Double.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e30", "-1e200", "1e308"})
  void aNumberFarFromAllOthersCountsAsMissing(String huge) {
    List<Instance> rows = new ArrayList<>();
    List<Instance> without = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String label = i % 2 == 0 ? "a" : "b";
      rows.add(row(Role.TRAIN, i, label, i == 7 ? huge : "3." + i));
      without.add(row(Role.TRAIN, i, label, i == 7 ? null : "3." + i));
    }
    TableOptions table = table("x", new ColumnKind.Numbers(Fill.of(Fill.Rule.MEDIAN), true, true));
    for (int workers : new int[] {1, 3}) {
      Result result = prepare(rows, table, new ClassWeights.Equal(), workers);
      Result expected = prepare(without, table, new ClassWeights.Equal(), workers);
      assertThat(result.rows().keySet()).isEqualTo(expected.rows().keySet());
      result.rows().forEach((at, row) -> assertThat(row).containsExactly(expected.rows().get(at)));
      NumberColumn fitted = (NumberColumn) result.table().table().columns().get(0).encoder();
      NumberColumn usual = (NumberColumn) expected.table().table().columns().get(0).encoder();
      assertThat(fitted.limit()).isEqualTo(0x1p50);
      assertThat(usual.limit()).isNull();
      assertThat(fitted.centre()).isEqualTo(usual.centre());
    }
  }

  @Test
  void columnsOfLargeNumbersKeepThem() {
    ColumnKind standardised = new ColumnKind.Numbers(Fill.of(Fill.Rule.MEAN), true, true);
    List<Instance> rows = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      rows.add(row(Role.TRAIN, i, i % 2 == 0 ? "a" : "b", (i + 1) + "e30", i == 0 ? "1e12" : "1"));
    }
    Result result =
        prepare(rows, table("x", standardised, "y", standardised), new ClassWeights.Equal(), 2);
    assertThat(result.table().table().columns())
        .allSatisfy(column -> assertThat(((NumberColumn) column.encoder()).limit()).isNull());
  }

  @Test
  void anInputThatTellsTheLabelAloneIsNamed() {
    List<Instance> rows = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String label = i % 3 == 0 ? "a" : i % 3 == 1 ? "b" : "c";
      String noise = Double.toString(Math.sin(i));
      rows.add(row(Role.TRAIN, i, label, noise, "is " + label, i % 5 == 0 ? "x" : "y"));
    }
    ColumnKind word = new ColumnKind.Category(Fill.of(Fill.Rule.ZERO), false, 256);
    TableOptions table = table("noise", number(Fill.Rule.MEAN), "copy", word, "other", word);
    assertThat(prepare(rows, table, 2).notices())
        .containsExactly(
            "column copy tells the label alone in 300 sampled rows: leave it out if it is the answer"
                + " itself, or not known when predictions are made");
  }
}
