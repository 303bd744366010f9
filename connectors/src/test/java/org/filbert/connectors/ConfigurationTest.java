package org.filbert.connectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.file.FormatType;
import org.filbert.connectors.idx.Idx;
import org.filbert.connectors.npy.Npy;
import org.filbert.connectors.text.Csv;
import org.filbert.connectors.text.JsonLines;
import org.filbert.connectors.text.LibSvm;
import org.filbert.data.Role;
import org.junit.jupiter.api.Test;

class ConfigurationTest {
  private static final DataFormat LIBSVM = new LibSvm(true, null);

  @Test
  void bindsWithDefaults() throws IOException {
    ObjectMapper mapper = new JsonMapper();
    FormatType.all()
        .forEach(type -> mapper.registerSubtypes(new NamedType(type.options(), type.name())));
    assertThat(
            mapper.readValue(
                "{\"type\":\"csv\",\"header\":true,\"label\":\"y\"}", DataFormat.class))
        .isEqualTo(new Csv(",", true, "y", List.of()));
    assertThat(mapper.readValue("{\"type\":\"libsvm\"}", DataFormat.class)).isEqualTo(LIBSVM);
    assertThat(mapper.readValue("{\"type\":\"libsvm\",\"oneBased\":false}", DataFormat.class))
        .isEqualTo(new LibSvm(false, null));
    assertThat(mapper.readValue("{\"type\":\"idx\",\"labels\":\"l\"}", DataFormat.class))
        .isEqualTo(new Idx("l"));
    assertThat(mapper.readValue("{\"type\":\"npy\",\"label\":3}", DataFormat.class))
        .isEqualTo(new Npy("3", List.of(), List.of(), List.of()));
    assertThat(mapper.readValue("{\"type\":\"jsonlines\",\"array\":\"x\"}", DataFormat.class))
        .isEqualTo(new JsonLines(null, "x", List.of()));
    assertThat(
            mapper.readValue(
                "{\"paths\":[\"a\"],\"format\":{\"type\":\"libsvm\"},\"rows\":\"1-15000\","
                    + "\"role\":\"TEST\",\"task\":\"REGRESSION\",\"labelRequired\":true}",
                DataSet.class))
        .isEqualTo(
            new DataSet(
                List.of("a"),
                LIBSVM,
                new RowRange(1, 15000),
                Role.TEST,
                OnBadRecord.FAIL,
                TaskKind.REGRESSION,
                true));
  }

  @Test
  void rowRanges() {
    assertThat(RowRange.valueOf(" 3 - 20 ")).isEqualTo(new RowRange(3, 20)).hasToString("3-20");
    assertRefused(
        () -> RowRange.valueOf("5"), "rows: found \"5\", allowed first-last, for example 1-15000");
    assertRefused(
        () -> RowRange.valueOf("0-5"),
        "rows: found 0-5, allowed first-last with 1 <= first <= last");
    assertRefused(
        () -> RowRange.valueOf("6-5"),
        "rows: found 6-5, allowed first-last with 1 <= first <= last");
  }

  @Test
  void csvOptions() {
    assertRefused(
        () -> new Csv("||", false, null, List.of()),
        "delimiter: found \"||\", allowed one ASCII character other than a quote or a line break");
    assertRefused(
        () -> new Csv(",", false, "class", List.of()),
        "label: found \"class\", allowed a column number from 1 (names need header: true)");
    assertRefused(
        () -> new Csv(",", false, "0", List.of()),
        "label: found \"0\", allowed a column number from 1 (names need header: true)");
    assertRefused(
        () -> new Csv(",", true, " ", List.of()),
        "label: found \" \", allowed a column number from 1 or a column name");
    assertRefused(
        () -> new Csv(",", true, "y", List.of("x", "x")),
        "features: found \"x\" twice, allowed each name once");
    assertRefused(
        () -> new Csv(",", true, "y", List.of("x", "y")),
        "features: found the label column y, allowed other columns");
    assertRefused(
        () -> new Csv(",", true, "y", List.of(), List.of("z")),
        "targets: found beside label y, allowed one of the two");
    assertRefused(
        () -> new Csv(",", true, null, List.of(), List.of("z", "z")),
        "targets: found \"z\" twice, allowed each name once");
    assertRefused(
        () -> ignoring(List.of(), List.of("x", "x")),
        "ignore: found \"x\" twice, allowed each name once");
    assertRefused(
        () -> ignoring(List.of("x"), List.of("z")),
        "ignore: found beside features, allowed one of the two");
    assertRefused(
        () -> ignoring(List.of(), List.of(" ")),
        "ignore: found \" \", allowed a column number from 1 or a column name");
    assertRefused(
        () -> new Csv(",", true, null, List.of("x"), List.of("x")),
        "targets: found the feature x, allowed other places");
    assertRefused(
        () -> new Csv(",", true, "y", List.of(), List.of(), List.of(), null, new TreeMap<>(), "·"),
        "decimal: found \"·\", allowed \".\" or \",\"");
    assertRefused(
        () -> new JsonLines(null, "x", List.of(), List.of("x")),
        "targets: found the features x, allowed other fields");
  }

  @Test
  void otherFormatsOptions() {
    assertRefused(() -> new LibSvm(true, 0), "features: found 0, allowed 1 or more");
    assertRefused(() -> new Idx(""), "labels: found an empty path, allowed a file's path");
    assertRefused(
        () -> new JsonLines("y", null, List.of()),
        "array, fields: found neither, allowed one of them, to name the features, or text");
    assertRefused(
        () -> new JsonLines("y", "x", List.of("a")),
        "array, fields: found both, allowed one of them, to name the features, or text");
    assertRefused(
        () -> new JsonLines("x", "x", List.of()),
        "label: found \"x\", which is also a feature, allowed another field");
  }

  @Test
  void textStandsAlone() {
    assertRefused(
        () -> new JsonLines("y", "x", List.of(), List.of(), "t"),
        "array, fields: found beside text, allowed one of both: a record is numbers or a document");
    assertRefused(
        () ->
            new Csv(",", true, "y", List.of("a"), List.of(), List.of(), "t", new TreeMap<>(), null),
        "features: found beside text, allowed one of both: a record is numbers or a document");
    assertRefused(
        () ->
            new Csv(",", true, "y", List.of(), List.of("a"), List.of(), "t", new TreeMap<>(), null),
        "ignore: found beside text, allowed one of both: a record is numbers or a document");
    assertRefused(
        () -> new JsonLines("y", null, List.of(), List.of(), "y"),
        "text: found the label y, allowed another place");
    assertRefused(
        () -> new Csv(",", false, "1", List.of(), List.of(), List.of(), "t", new TreeMap<>(), null),
        "text: found \"t\", allowed a column number from 1 (names need header: true)");
  }

  @Test
  void categories() {
    assertRefused(
        () -> withCategories(false, "sex", List.of("M", "F")),
        "categories: found \"sex\", allowed a column number from 1 (names need header: true)");
    assertRefused(
        () -> withCategories(true, "sex", List.of("M")),
        "categories.sex: found [M], allowed two values or more");
    assertRefused(
        () -> withCategories(true, "sex", List.of("M", "F", "M")),
        "categories.sex: found \"M\" twice, allowed each name once");
  }

  private static DataFormat ignoring(List<String> features, List<String> ignore) {
    return new Csv(",", true, "y", features, ignore, List.of(), null, new TreeMap<>(), null);
  }

  private static DataFormat withCategories(boolean header, String column, List<String> values) {
    return new Csv(
        ",",
        header,
        "1",
        List.of(),
        List.of(),
        List.of(),
        null,
        new TreeMap<>(Map.of(column, values)),
        null);
  }

  @Test
  void dataSets() {
    assertRefused(
        () -> dataSet(List.of(), LIBSVM, null, false),
        "paths: found none, allowed one or more files");
    assertRefused(
        () -> dataSet(List.of("a", "a"), LIBSVM, null, false),
        "paths: found a twice, allowed each file once");
    assertRefused(
        () -> dataSet(List.of("a"), null, null, false),
        "format: found none, allowed csv, documents, idx, jsonlines, libsvm, npy or parquet");
    assertRefused(
        () -> dataSet(List.of("a", "b"), LIBSVM, new RowRange(1, 2), false),
        "rows: found a range for 2 files, allowed for one file only");
    assertRefused(
        () -> dataSet(List.of("a", "b"), new Idx("l"), null, true),
        "labels: found one file for 2 idx files, allowed one idx file");
    assertRefused(
        () -> dataSet(List.of("a"), new Idx(null), null, true),
        "label: found none in the format, allowed the place of the label, which is needed here");
  }

  private static DataSet dataSet(
      List<String> paths, DataFormat format, RowRange rows, boolean labelRequired) {
    return new DataSet(
        paths, format, rows, Role.TRAIN, OnBadRecord.FAIL, TaskKind.CLASSIFICATION, labelRequired);
  }

  private static void assertRefused(ThrowingCallable action, String message) {
    assertThatThrownBy(action).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}
