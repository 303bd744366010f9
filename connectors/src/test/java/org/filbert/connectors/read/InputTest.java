package org.filbert.connectors.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.filbert.connectors.TestInput.LIBSVM;
import static org.filbert.connectors.TestInput.csv;
import static org.filbert.connectors.TestInput.dataSet;
import static org.filbert.connectors.TestInput.file;
import static org.filbert.connectors.TestInput.labelled;
import static org.filbert.connectors.TestInput.read;
import static org.filbert.connectors.TestInput.readExamples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.file.InputFile;
import org.filbert.connectors.text.Csv;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputTest {
  @TempDir Path directory;

  @Test
  void filesOfADirectoryInTheOrderOfTheirNames() throws IOException {
    file(directory, "part-2", "B 1:2\n");
    file(directory, "part-1", "A 1:1\n");
    file(directory, "_SUCCESS", "");
    file(directory, ".hidden", "oops");
    Files.createDirectory(directory.resolve("part-0"));
    DataSet dataSet = labelled(directory, LIBSVM);
    assertThat(readExamples(dataSet)).containsExactly("[0][1.0] -> A", "[0][2.0] -> B");
    assertThat(read(dataSet)).extracting(Instance::position).containsExactly(0L, 1L << 44);
  }

  @Test
  void partitionFoldersAndEmptyPartsAsSparkWritesThem() throws IOException {
    Path late = Files.createDirectories(directory.resolve("day=2026-01-02/hour=10%3A00"));
    Path early = Files.createDirectories(directory.resolve("day=2026-01-01"));
    Files.createDirectories(directory.resolve("_temporary/0"));
    file(directory, "_temporary/0/part-0.csv", "oops");
    file(directory, "_SUCCESS", "");
    file(directory, ".part-0.csv.crc", "oops");
    file(directory, "a.csv", "");
    file(early, "part-0.csv", "x,class\n");
    file(early, "part-1.csv", "x,class\n1,A\n");
    file(late, "part-0.csv", "class,x\nB,2\n");
    file(Files.createDirectories(directory.resolve("_x=1")), "part-0.csv", "x,class\n3,C\n");
    DataSet dataSet = labelled(directory, csv(true, "class"));
    assertThat(readExamples(dataSet)).containsExactly("[3.0] -> C", "[1.0] -> A", "[2.0] -> B");
    assertThat(read(dataSet).stream().map(instance -> InputFile.fileOf(instance.position())))
        .containsExactly(0, 1, 2);
    assertBad(
        labelled(directory, csv(true, "day")),
        directory
            + "/_x=1/part-0.csv: found no label column day, allowed column numbers 1 to 2 or one of"
            + " x, class");
    assertBad(
        labelled(early, csv(true, "day")),
        early
            + "/part-0.csv: found no label column day, allowed column numbers 1 to 2 or one of x,"
            + " class; the folder's name is no column");
  }

  @Test
  void directoriesOfEmptyFiles() throws IOException {
    file(directory, "part-0.csv", "");
    file(directory, "part-1.csv", "x,class\n");
    assertBad(
        labelled(directory, csv(true, "class")),
        directory + ": found no records in any file of the directory, allowed one or more");
    Path good = file(directory, "good.csv", "x,class\n1,A\n");
    assertThat(readExamples(labelled(directory, csv(true, "class")))).containsExactly("[1.0] -> A");
    Path header = directory.resolve("part-1.csv");
    assertBad(
        of(csv(true, "class"), good, header),
        header + ": found no records after the header, allowed one or more");
    Path comments = Files.createDirectory(directory.resolve("svm"));
    file(comments, "part-0", "# none\n\n");
    file(comments, "part-1", "A 1:1\n");
    assertThat(readExamples(labelled(comments, LIBSVM))).containsExactly("[0][1.0] -> A");
  }

  @Test
  void namesWithColonsAndTheLike() throws IOException {
    Path folder = Files.createDirectory(directory.resolve("a b:c%41#d?e"));
    file(folder, "2026-01-01T10:00:00.csv", "1,A\n");
    file(folder, "o:a b%20.csv", "2,B\n");
    file(folder, "x y .csv ", "3,C\n");
    List<String> all = List.of("[1.0] -> A", "[2.0] -> B", "[3.0] -> C");
    assertThat(readExamples(labelled(folder, csv(false, "2")))).isEqualTo(all);
    Path one = folder.resolve("o:a b%20.csv");
    assertThat(readExamples(labelled(one, csv(false, "2")))).containsExactly("[2.0] -> B");
    assertThat(Input.of(labelled(folder, csv(false, "2"))).files())
        .extracting(file -> file.path().getPath())
        .contains(one.toString());
  }

  @Test
  void columnsAreFoundInEveryFile() throws IOException {
    Path first = file(directory, "1", "x,class\n1,A\n");
    Path second = file(directory, "2", "class,x\nB,2\n");
    assertThat(readExamples(of(csv(true, "class"), first, second)))
        .containsExactly("[1.0] -> A", "[2.0] -> B");
  }

  @Test
  void featuresAreFoundByTheNamesInTheFirstFile() throws IOException {
    Path first = file(directory, "1", "x,class,y\n1,A,10\n");
    Path second = file(directory, "2", "y,x,class\n20,2,B\n");
    Path third = file(directory, "3", "y,z,class\n20,2,B\n");
    assertThat(readExamples(of(csv(true, "class"), first, second)))
        .containsExactly("[1.0, 10.0] -> A", "[2.0, 20.0] -> B");
    assertBad(
        of(csv(true, "class"), first, third),
        third + ": found no feature column x, allowed column numbers 1 to 3 or one of y, z, class");
  }

  @Test
  void headersThatNameSeveralAlikeTellNothing() throws IOException {
    Path first = file(directory, "1", "x,class,x\n1,A,10\n");
    Path second = file(directory, "2", "y,z,class\n2,20,B\n");
    assertThat(readExamples(of(csv(true, "class"), first, second)))
        .containsExactly("[1.0, 10.0] -> A", "[2.0, 20.0] -> B");
  }

  @Test
  void filesWithDifferentNumbersOfFeatures() throws IOException {
    Path first = file(directory, "1", "x,class\n1,A\n");
    Path second = file(directory, "2", "x,y,class\n1,2,A\n");
    assertBad(
        of(csv(true, "class"), first, second),
        second + ": found 2 features, allowed 1 as in " + first);
  }

  @Test
  void missingFile() {
    Path file = directory.resolve("no.csv");
    assertBad(labelled(file, LIBSVM), file + ": found no such file, allowed an existing file");
  }

  @Test
  void unknownFileSystem() {
    DataSet dataSet =
        new DataSet(
            List.of("nowhere://host/a"),
            LIBSVM,
            null,
            Role.TRAIN,
            OnBadRecord.FAIL,
            TaskKind.CLASSIFICATION,
            true);
    assertBad(
        dataSet,
        "nowhere://host/a: found an unknown file system, allowed those that Flink is set up for");
  }

  @Test
  void emptyFiles() throws IOException {
    Path empty = file(directory, "empty", "");
    assertBad(
        labelled(empty, LIBSVM), empty + ": found an empty file, allowed one or more records");
    Path blank = file(directory, "blank", "\n  \n");
    assertBad(labelled(blank, LIBSVM), blank + ": found no records, allowed one or more");
    Path header = file(directory, "header", "x,y\n");
    assertBad(
        labelled(header, csv(true, "y")),
        header + ": found no records after the header, allowed one or more");
    Path folder = Files.createDirectory(directory.resolve("folder"));
    assertBad(
        labelled(folder, LIBSVM),
        folder + ": found a directory without files, allowed one with files");
  }

  @Test
  void headerWithoutTheColumns() throws IOException {
    Path file = file(directory, "a.csv", "x,y,y\n1,2,3\n");
    assertBad(
        labelled(file, csv(true, "class")),
        file + ": found no label column class, allowed column numbers 1 to 3 or one of x, y, y");
    assertBad(
        labelled(file, csv(true, "y")),
        file + ": found two columns with the name y, allowed one, or its number");
    assertBad(
        labelled(file, new Csv(",", true, "x", List.of("z"))),
        file + ": found no feature column z, allowed column numbers 1 to 3 or one of x, y, y");
    assertBad(
        labelled(file, new Csv(",", true, "x", List.of("1"))),
        file + ": found column 1 named for two uses, allowed one use of a column");
  }

  @Test
  void columnNumbersBeyondTheLine() throws IOException {
    Path file = file(directory, "a.csv", "1,2\n");
    assertBad(
        labelled(file, csv(false, "3")),
        file + ": found no label column 3, allowed column numbers 1 to 2");
  }

  @Test
  void noFeatures() throws IOException {
    Path file = file(directory, "a.csv", "class\nA\n");
    assertBad(
        labelled(file, csv(true, "class")),
        file + ": found no column besides the label, allowed one or more features");
  }

  @Test
  void rowsBeyondTheEnd() throws IOException {
    Path file = file(directory, "a", "A 1:1\nB 1:1");
    assertBad(
        dataSet(file, LIBSVM, "2-3", OnBadRecord.QUARANTINE, TaskKind.CLASSIFICATION, true),
        file + ": found 2 rows, allowed rows that exist, not rows: 2-3");
  }

  @Test
  void onlyWholePlainTextIsSplittable() throws IOException {
    Path file = file(directory, "a", "A 1:1\n");
    Input all = Input.of(labelled(file, LIBSVM));
    InputFile found = all.files().get(0);
    assertThat(all.splittable(found)).isTrue();
    Input some =
        Input.of(dataSet(file, LIBSVM, "1-1", OnBadRecord.FAIL, TaskKind.CLASSIFICATION, true));
    assertThat(some.splittable(found)).isFalse();
    assertThat(all.splittable(new InputFile(0, "a.gz", found.uri(), 1))).isFalse();
  }

  private static DataSet of(DataFormat format, Path... files) {
    return new DataSet(
        Arrays.stream(files).map(Path::toString).toList(),
        format,
        null,
        Role.TEST,
        OnBadRecord.FAIL,
        TaskKind.CLASSIFICATION,
        true);
  }

  private static void assertBad(DataSet dataSet, String message) {
    assertThatThrownBy(() -> read(dataSet))
        .isInstanceOf(BadInputException.class)
        .hasMessage(message);
  }
}
