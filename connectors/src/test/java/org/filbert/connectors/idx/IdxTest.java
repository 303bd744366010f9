package org.filbert.connectors.idx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.filbert.connectors.TestInput.dataSet;
import static org.filbert.connectors.TestInput.labelled;
import static org.filbert.connectors.TestInput.read;
import static org.filbert.connectors.TestInput.readExamples;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.filbert.connectors.BadInputException;
import org.filbert.connectors.OnBadRecord;
import org.filbert.connectors.TaskKind;
import org.filbert.connectors.file.DataFormat;
import org.filbert.connectors.file.DataSet;
import org.filbert.connectors.read.LocalReader;
import org.filbert.data.Instance;
import org.filbert.data.Role;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdxTest {
  @TempDir Path directory;
  private Path images;
  private Path labels;

  @BeforeEach
  void writeFiles() throws IOException {
    images = write("images", new int[] {0x803, 3, 1, 2}, 0, 1, 2, 128, 254, 255);
    labels = write("labels", new int[] {0x801, 3}, 7, 0, 200);
  }

  @Test
  void imagesAndLabels() throws IOException {
    DataSet dataSet = labelled(images, format(labels));
    assertThat(readExamples(dataSet))
        .containsExactly("[0.0, 1.0] -> 7", "[2.0, 128.0] -> 0", "[254.0, 255.0] -> 200");
    assertThat(read(dataSet)).extracting(Instance::position).containsExactly(0L, 1L, 2L);
  }

  @Test
  void aRangeOfRows() throws IOException {
    DataSet dataSet =
        dataSet(images, format(labels), "2-2", OnBadRecord.FAIL, TaskKind.REGRESSION, true);
    assertThat(readExamples(dataSet)).containsExactly("[2.0, 128.0] -> [0.0]");
    assertThat(read(dataSet)).extracting(Instance::position).containsExactly(1L);
  }

  @Test
  void aRecordThatIsRefusedHasItsNumber() throws IOException {
    DataSet dataSet =
        dataSet(images, format(labels), "2-3", OnBadRecord.FAIL, TaskKind.CLASSIFICATION, true);
    try (LocalReader reader = LocalReader.open(dataSet)) {
      reader.next();
      assertThat(reader.refuse("found much"))
          .isEqualTo(new Instance.Bad(Role.TRAIN, 1, images + ": record 2", "found much", ""));
    }
  }

  @Test
  void withoutLabels() throws IOException {
    assertThat(
            readExamples(
                dataSet(
                    images,
                    new Idx(null),
                    "1-1",
                    OnBadRecord.FAIL,
                    TaskKind.CLASSIFICATION,
                    false)))
        .containsExactly("[0.0, 1.0] -> none");
  }

  @Test
  void rowsBeyondTheEnd() {
    DataSet dataSet =
        dataSet(images, format(labels), "2-4", OnBadRecord.FAIL, TaskKind.CLASSIFICATION, true);
    assertBad(dataSet, images + ": found 3 rows, allowed rows that exist, not rows: 2-4");
  }

  @Test
  void wrongMagicNumber() throws IOException {
    Path floats = write("floats", new int[] {0xD03, 3, 1, 2}, 0, 1, 2, 128, 254, 255);
    assertBad(
        labelled(floats, format(labels)),
        floats
            + ": found the magic number 0x00000D03, allowed 0x000008dd (idx of unsigned bytes in"
            + " dd dimensions)");
  }

  @Test
  void impossibleDimensions() throws IOException {
    Path none = write("none", new int[] {0x803, 0, 1, 2});
    assertBad(
        labelled(none, format(labels)), none + ": found a dimension of 0, allowed 1 to 2147483647");
    Path huge = write("huge", new int[] {0x803, 1, 65536, 65536});
    assertBad(
        labelled(huge, format(labels)),
        huge + ": found records of 4294967296 bytes, allowed 33554432");
  }

  /** A header may claim any size; memory is only allocated for bytes that arrive. */
  @Test
  void claimsOfMoreThanThereIs() throws IOException {
    Path labelsOf15Bytes =
        write("claims", new int[] {0x801, Integer.MAX_VALUE}, 1, 2, 3, 4, 5, 6, 7);
    assertBad(
        labelled(labelsOf15Bytes, new Idx(labelsOf15Bytes.toString())),
        labelsOf15Bytes
            + ": found fewer bytes than the header says, allowed 2147483647 records of 1");
    Path one = write("one", new int[] {0x802, 1, Integer.MAX_VALUE}, 1, 2, 3);
    assertBad(
        labelled(one, format(labels)),
        one + ": found records of 2147483647 bytes, allowed 33554432");
    Path wide = write("wide", new int[] {0x802, 1, 1 << 25}, 1, 2, 3);
    assertBad(
        labelled(wide, format(labels)),
        wide + ": found fewer bytes than the header says, allowed 1 records of 33554432");
    Path zipped = gzip("wide.gz", Files.readAllBytes(wide));
    assertBad(
        dataSet(zipped, new Idx(null), null, OnBadRecord.FAIL, TaskKind.CLASSIFICATION, false),
        zipped + ": found fewer bytes than the header says, allowed 1 records of 33554432");
  }

  @Test
  void damagedGzipWithARangeOfRows() throws IOException {
    byte[] zipped = Files.readAllBytes(gzip("good.gz", Files.readAllBytes(images)));
    Path damaged = directory.resolve("damaged.gz");
    for (int at = 10; at < zipped.length; at++) {
      byte[] bytes = zipped.clone();
      bytes[at] ^= 0x55;
      Files.write(damaged, bytes);
      DataSet dataSet =
          dataSet(damaged, new Idx(null), "3-3", OnBadRecord.FAIL, TaskKind.CLASSIFICATION, false);
      try {
        read(dataSet);
      } catch (BadInputException e) {
        assertThat(e).hasMessageStartingWith(damaged + ": found ");
      }
    }
  }

  private Path gzip(String name, byte[] bytes) throws IOException {
    Path file = directory.resolve(name);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(bytes);
    }
    return file;
  }

  @Test
  void truncatedHeader() throws IOException {
    Path file = write("short", new int[] {0x803, 3});
    assertBad(
        labelled(file, format(labels)),
        file + ": found a truncated header, allowed a complete idx file");
  }

  @Test
  void truncatedRecords() throws IOException {
    Path file = write("short", new int[] {0x803, 3, 1, 2}, 1, 2, 3);
    assertBad(
        labelled(file, format(labels)),
        file + ": found fewer bytes than the header says, allowed 3 records of 2");
  }

  @Test
  void otherNumberOfLabels() throws IOException {
    Path four = write("four", new int[] {0x801, 4}, 1, 2, 3, 4);
    assertBad(
        labelled(images, format(four)),
        four
            + ": found 4 labels of 1 bytes, allowed 3 labels of one byte, as "
            + images
            + " has records");
  }

  @Test
  void missingLabelsFile() {
    assertBad(
        labelled(images, format(directory.resolve("no"))),
        directory.resolve("no") + ": found no such file, allowed an existing file");
  }

  private static void assertBad(DataSet dataSet, String message) {
    assertThatThrownBy(() -> read(dataSet))
        .isInstanceOf(BadInputException.class)
        .hasMessage(message);
  }

  private static DataFormat format(Path labels) {
    return new Idx(labels.toString());
  }

  private Path write(String name, int[] header, int... elements) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(4 * header.length + elements.length);
    for (int value : header) {
      bytes.putInt(value);
    }
    for (int value : elements) {
      bytes.put((byte) value);
    }
    return Files.write(directory.resolve(name), bytes.array());
  }
}
