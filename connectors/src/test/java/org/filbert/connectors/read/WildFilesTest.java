package org.filbert.connectors.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.filbert.connectors.TestInput.LIBSVM;
import static org.filbert.connectors.TestInput.labelled;
import static org.filbert.connectors.TestInput.readExamples;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.TestInput;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.text.Csv;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files as users have them are read as intended, or refused with advice. */
class WildFilesTest {
  private static final List<String> ROWS = List.of("[1.5, 2.0] -> A", "[3.0, 4.0] -> B, b");

  @TempDir Path directory;

  private static Csv csv(String delimiter, boolean header, String label) {
    return new Csv(delimiter, header, label, List.of());
  }

  private static Csv withComma(String delimiter, String label) {
    return new Csv(
        delimiter, true, label, List.of(), List.of(), List.of(), null, new TreeMap<>(), ",");
  }

  static Stream<Arguments> read() {
    return Stream.of(
        arguments(
            withComma(";", "kind"), "x;y;kind\r\n1,5;2;A\r\n3,0000000000000000;,4e1;B, b\r\n"),
        arguments(withComma(",", "kind"), "x,y,kind\n\"1,5\",2,A\n\"3,0\",4,\"B, b\"\n"),
        arguments(csv(",", true, "kind"), "\"x\",\"y\",\"kind\"\n1.5,2,A\n3,4,\"B, b\"\n"),
        arguments(csv(",", true, "x"), "\uFEFFx,y,kind\r\nA,1.5,2\r\n\r\n\"B, b\",3,4\r\n"),
        arguments(csv(",", true, "kind"), "\uFEFF\"kind\",\"x\",\"y\"\nA,1.5,2\n\"B, b\",3,4"),
        arguments(csv(";", false, "1"), "A;1.5;2\n\"B, b\";3;4\n"),
        arguments(csv("\t", false, "3"), "1.5\t2\tA\n3\t4\tB, b\n\n\n"),
        arguments(csv(",", true, "kind"), "x , y , kind\n 1.5 , +2 , A \n 3.,4e0 , \"B, b\" \n"),
        arguments(csv(" ", false, "3"), "  1.5   2  A\n  3     4  \"B, b\"\n"));
  }

  @ParameterizedTest
  @MethodSource
  void read(DataFormat format, String text) throws IOException {
    Path file = TestInput.file(directory, "wild", text);
    assertThat(readExamples(labelled(file, format))).isEqualTo(ROWS);
  }

  static Stream<Arguments> refused() {
    DataFormat names = csv(",", true, "kind");
    DataFormat bare = csv(",", false, "3");
    return Stream.of(
        arguments(
            names,
            "x;y;kind\n1;2;A\n",
            ": found no label column kind, allowed column numbers 1 to 1 or one of x;y;kind;"
                + " delimiter: \";\", if that is between them"),
        arguments(
            bare,
            "1\t2\tA\n",
            ": found no label column 3, allowed column numbers 1 to 1; delimiter: \"\\t\", if that"
                + " is between them"),
        arguments(
            csv(",", false, "1"),
            "A 1 2\n",
            ": found no column besides the label, allowed one or more features; delimiter: \" \","
                + " if that is between them"),
        arguments(
            bare,
            "x,y,kind\n1,2,A\n",
            ":1: found \"x\" in column 1, allowed a finite number; header: true, if the first line"
                + " holds the names of the columns"),
        arguments(
            names,
            "x,y,kind\n1,,A\n",
            ":2: found \"\" in column 2 (y), allowed a finite number; onBadRecord: quarantine"
                + " leaves out records without a value"),
        arguments(
            bare,
            "1,2,A\n1,?,A\n",
            ":2: found \"?\" in column 2, allowed a finite number; onBadRecord: quarantine leaves"
                + " out records without a value"),
        arguments(
            names,
            "x,y,kind\n1,NA,A\n",
            ":2: found \"NA\" in column 2 (y), allowed a finite number; onBadRecord: quarantine"
                + " leaves out records without a value"),
        arguments(
            csv(";", true, "kind"),
            "x;y;kind\n1;2,5;A\n",
            ":2: found \"2,5\" in column 2 (y), allowed a finite number; decimal: \",\", if"
                + " numbers are written so"),
        arguments(
            withComma(",", "kind"),
            "x,y,kind\n1,2.5,A\n",
            ":2: found \"2.5\" in column 2 (y), allowed a finite number; decimal: \".\", if"
                + " numbers are written so"),
        arguments(
            withComma(";", "kind"),
            "x;y;kind\n1;1.234,5;A\n",
            ":2: found \"1.234,5\" in column 2 (y), allowed a finite number; ignore: [\"y\"], if"
                + " this is no feature; or preprocessing.columns, which finds the categories"
                + " itself: filbert init writes it, with --stream for train-online"),
        arguments(bare, "1,1e999,A\n", ":1: found \"1e999\" in column 2, allowed a finite number"),
        arguments(
            names,
            "name,x,kind\nTom,1,A\n",
            ":2: found \"Tom\" in column 1 (name), allowed a finite number; ignore: [name], if this"
                + " is no feature; or preprocessing.columns, which finds the categories itself:"
                + " filbert init writes it, with --stream for train-online"),
        arguments(
            names,
            "x,y,kind,\n1,2,A,\n",
            ": found no name of column 4 in the header, allowed features with a name; ignore: [4]"
                + " leaves the column out"),
        arguments(
            names,
            "x,name,sex,ticket,kind\n1,Tom,M,AB 1,A\n2,a\u0001,F,CD 2,A\n",
            ":2: found \"Tom\" in column 2 (name), allowed a finite number; categories: {sex: [F,"
                + " M], ticket: [\"AB 1\", \"CD 2\"]}, if these are; ignore: [name], if this is no"
                + " feature; or preprocessing.columns, which finds the categories itself: filbert"
                + " init writes it, with --stream for train-online"),
        arguments(
            names,
            "sex,x,no,kind\nF,1,yes,A\nM,2,\"a \"\"b\"\"\",B\n",
            ":2: found \"F\" in column 1 (sex), allowed a finite number; categories: {sex: [F, M],"
                + " \"no\": [\"a \\\"b\\\"\", \"yes\"]}, if these are; ignore: [sex], if this is no"
                + " feature; or preprocessing.columns, which finds the categories itself: filbert"
                + " init writes it, with --stream for train-online"),
        arguments(
            bare,
            "1,b,A\n2,c,A\n",
            ":1: found \"b\" in column 2, allowed a finite number; header: true, if the first line"
                + " holds the names of the columns; categories: {\"2\": [b, c]}, if these are; or"
                + " preprocessing.columns, which finds the categories itself: filbert init writes"
                + " it, with --stream for train-online"),
        arguments(
            new Csv(
                ",",
                true,
                "kind",
                List.of(),
                List.of("#1", "2"),
                List.of(),
                null,
                new TreeMap<>(Map.of("z", List.of("a", "b"))),
                null),
            ",2,z,1,1,kind\n1,1,a,Tom,F,A\n1,1,a,Al\u0001,M,A\n1,1,b,X,M,A\n",
            ":2: found \"Tom\" in column 4 (1), allowed a finite number; categories: {\"1 #5\":"
                + " [F, M], z: [a, b]}, if these are; ignore: [4], if this is no feature; or"
                + " preprocessing.columns, which finds the categories itself: filbert init writes"
                + " it, with --stream for train-online"),
        arguments(
            LIBSVM,
            "1 0:2 3:4\n",
            ":1: found index 0, allowed 1 or more (indices that start at 0 need oneBased: false)"),
        arguments(
            LIBSVM, "1 3:4 2:2\n", ":1: found index 2 after 3, allowed strictly ascending indices"),
        arguments(
            LIBSVM,
            "1 2:4 2:2\n",
            ":1: found index 2 after 2, allowed strictly ascending indices"));
  }

  @ParameterizedTest
  @MethodSource
  void refused(DataFormat format, String text, String message) throws IOException {
    Path file = TestInput.file(directory, "wild", text);
    assertThatThrownBy(() -> readExamples(labelled(file, format)))
        .isInstanceOf(BadInputException.class)
        .hasMessage(file + message);
  }

  static Stream<Arguments> noText() {
    Charset latin1 = StandardCharsets.ISO_8859_1;
    return Stream.of(
        arguments("gzip data", "\u001F\u008B\b\0\0".getBytes(latin1)),
        arguments("bzip2 data", "BZh91AY".getBytes(latin1)),
        arguments("xz data", "\u00FD7zXZ\0".getBytes(latin1)),
        arguments("zstd data", new byte[] {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD}),
        arguments("a zip archive", "PK\u0003\u0004".getBytes(latin1)),
        arguments("UTF-16 text", "x,y\n1,2".getBytes(StandardCharsets.UTF_16)));
  }

  @ParameterizedTest
  @MethodSource
  void noText(String what, byte[] bytes) throws IOException {
    Path file = Files.write(directory.resolve("wild"), bytes);
    for (DataFormat format : List.of(LIBSVM, csv(",", true, "x"))) {
      assertThatThrownBy(() -> Input.of(labelled(file, format)))
          .hasMessage(
              file
                  + ": found "
                  + what
                  + ", allowed UTF-8 text, plain or as gzip, bzip2 or xz in a file whose name ends"
                  + " in .gz, .bz2 or .xz");
    }
  }
}
