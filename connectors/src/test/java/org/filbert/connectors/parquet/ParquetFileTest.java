package org.filbert.connectors.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.filbert.connectors.TestInput.dataSet;
import static org.filbert.connectors.TestInput.read;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.parquet.WrittenColumn.Kind;
import org.filbert.data.Features;
import org.filbert.data.Instance;
import org.filbert.table.CellColumns;
import org.filbert.table.CellKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written is read again. */
class ParquetFileTest {
  private static final Parquet ALL = new Parquet(null, List.of(), List.of(), List.of(), null);

  @TempDir Path directory;

  private Path write(List<WrittenColumn> columns, List<@Nullable Object[]> rows)
      throws IOException {
    Path path = directory.resolve("rows.parquet");
    try (ParquetFile file =
        new ParquetFile(new org.apache.flink.core.fs.Path(path.toString()), columns)) {
      for (@Nullable Object[] row : rows) {
        file.add(row);
      }
      assertThat(path).doesNotExist();
      assertThat(file.rows()).isEqualTo(rows.size());
      file.publish();
    }
    return path;
  }

  private static List<List<@Nullable String>> cells(Path file, int columns) throws IOException {
    CellColumns cells =
        new CellColumns(
            IntStream.range(0, columns)
                .mapToObj(j -> new CellColumns.Column("c" + j, CellKind.TEXT, false))
                .toList(),
            List.of(),
            List.of());
    List<List<@Nullable String>> rows = new ArrayList<>();
    for (Instance instance :
        read(
            dataSet(file, ALL, null, OnBadRecord.FAIL, TaskKind.CLASSIFICATION, false)
                .withColumns(cells))) {
      Features.Cells found = (Features.Cells) ((Instance.Example) instance).features();
      List<@Nullable String> texts = new ArrayList<>();
      for (int j = 0; j < columns; j++) {
        texts.add(found.cell(j));
      }
      rows.add(texts);
    }
    return rows;
  }

  @Test
  void everyKindIsReadAsWritten() throws IOException {
    List<WrittenColumn> columns = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      columns.add(new WrittenColumn("c" + columns.size(), kind, kind == Kind.DECIMAL ? 3 : 0));
    }
    @Nullable Object[] row = {
      true,
      -5L,
      0.1f + 0.0,
      "søren, \"x\"",
      new BigDecimal("-12345678901234567890.120"),
      -1L,
      3_600_000_000_001L,
      -1000L,
      60_000_000_000L,
      1L,
      -1L
    };
    @Nullable Object[] missing = new @Nullable Object[row.length];
    Path file = write(columns, Arrays.asList(missing, row, missing, row));
    List<String> texts =
        List.of(
            "true",
            "-5",
            "0.10000000149011612",
            "søren, \"x\"",
            "-12345678901234567890.120",
            "1969-12-31",
            "01:00:00.000000001",
            "1969-12-31T23:59:59.999",
            "1970-01-01T00:01",
            "1970-01-01T00:00:00.000001Z",
            "1969-12-31T23:59:59.999999999Z");
    assertThat(cells(file, row.length))
        .containsExactly(
            Arrays.asList(new String[row.length]),
            texts,
            Arrays.asList(new String[row.length]),
            texts);
  }

  @Test
  void manyPagesAndRowGroups() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    List<@Nullable Object[]> rows = new ArrayList<>();
    List<List<@Nullable String>> expected = new ArrayList<>();
    byte[] noise = new byte[6000];
    for (int i = 0; i < 9000; i++) {
      random.nextBytes(noise);
      String text =
          i % 5 == 0 ? null : new String(noise, java.nio.charset.StandardCharsets.ISO_8859_1);
      Boolean truth = i % 7 == 0 ? null : (Boolean) random.nextBoolean();
      rows.add(new @Nullable Object[] {(long) i, truth, text});
      expected.add(Arrays.asList(Integer.toString(i), truth == null ? null : "" + truth, text));
    }
    Path file =
        write(
            List.of(
                new WrittenColumn("c0", Kind.INTEGER),
                new WrittenColumn("c1", Kind.TRUTH),
                new WrittenColumn("c2", Kind.TEXT)),
            rows);
    assertThat(Files.size(file)).isGreaterThan(34L << 20);
    assertThat(cells(file, 3)).isEqualTo(expected);
  }

  @Test
  void aFileThatIsGivenUpLeavesNothing() throws IOException {
    Path path = directory.resolve("rows.parquet");
    try (ParquetFile file =
        new ParquetFile(
            new org.apache.flink.core.fs.Path(path.toString()),
            List.of(new WrittenColumn("c0", Kind.REAL)))) {
      file.add(new Object[] {1.0});
    }
    assertThat(directory).isEmptyDirectory();
  }
}
