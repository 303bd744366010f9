package org.filbert.connectors.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.filbert.connectors.TestInput.LIBSVM;
import static org.filbert.connectors.TestInput.file;
import static org.filbert.connectors.TestInput.labelled;
import static org.filbert.connectors.TestInput.read;
import static org.filbert.connectors.TestInput.readExamples;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.filbert.connectors.BadInputException;
import org.filbert.data.Instance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** The contract of every compression: return the bytes, or report that it cannot. */
class CompressionTest {
  @TempDir Path directory;

  private static byte[] compressed(Compression compression, String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = compressing(compression, bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static OutputStream compressing(Compression compression, OutputStream out)
      throws IOException {
    return switch (compression) {
      case GZIP -> new GZIPOutputStream(out);
      case BZIP2 -> new BZip2CompressorOutputStream(out);
      case XZ -> new XZOutputStream(out, new LZMA2Options());
    };
  }

  private static String suffix(Compression compression) {
    return switch (compression) {
      case GZIP -> ".gz";
      case BZIP2 -> ".bz2";
      case XZ -> ".xz";
    };
  }

  private Path write(Compression compression, byte[] first, byte[] second, int length)
      throws IOException {
    byte[] both = Arrays.copyOf(first, first.length + length);
    System.arraycopy(second, 0, both, first.length, length);
    return Files.write(directory.resolve("a" + suffix(compression)), both);
  }

  @ParameterizedTest
  @CsvSource({"a.csv.gz, GZIP", "a.bz2, BZIP2", "a.tar.xz, XZ"})
  void theNameSaysIt(String name, Compression compression) {
    assertThat(Compression.of(name)).contains(compression);
    assertThat(Compression.of(name + ".csv")).isEmpty();
    assertThat(Compression.NAMES).contains(compression.toString(), suffix(compression));
  }

  /** Several members, as parallel compressors and appending write them. */
  @ParameterizedTest
  @EnumSource
  void severalMembers(Compression compression) throws IOException {
    byte[] second = compressed(compression, " 1:2\nC 1:3\n");
    Path file = write(compression, compressed(compression, "A 1:1\nB"), second, second.length);
    assertThat(readExamples(labelled(file, LIBSVM)))
        .containsExactly("[0][1.0] -> A", "[0][2.0] -> B", "[0][3.0] -> C");
    assertThat(read(labelled(file, LIBSVM)))
        .extracting(Instance::position)
        .containsExactly(0L, 6L, 12L);
  }

  @ParameterizedTest
  @EnumSource
  void plainTextIsRefused(Compression compression) throws IOException {
    assertRefused(compression, file(directory, "plain" + suffix(compression), "A 1:1\n"));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsCutIsRefused(Compression compression) throws IOException {
    byte[] bytes = compressed(compression, "A 1:1\n");
    for (int cut = 1; cut < bytes.length; cut++) {
      assertRefused(compression, write(compression, new byte[0], bytes, cut));
    }
  }

  /** A damaged later member must not silently shorten the file. */
  @ParameterizedTest
  @EnumSource
  void damageInALaterMember(Compression compression) throws IOException {
    byte[] first = compressed(compression, "A 1:1\n");
    byte[] second = compressed(compression, "B 1:2\n");
    for (int cut = 1; cut < second.length; cut++) {
      assertRefused(compression, write(compression, first, second, cut));
    }
    for (int at : new int[] {0, 1, 2, 3, 10, second.length - 8, second.length - 1}) {
      byte[] damaged = second.clone();
      damaged[at] ^= 0x10;
      assertRefused(compression, write(compression, first, damaged, damaged.length));
    }
    byte[] garbage = "garbage".getBytes(StandardCharsets.UTF_8);
    assertRefused(compression, write(compression, first, garbage, garbage.length));
  }

  /** A few bytes must not determine how much memory is allocated. */
  @ParameterizedTest
  @CsvSource({"28, true", "32, false", "40, false"}) // of 64 MiB, 256 MiB, 4 GiB
  void dictionariesOfXz(byte dictionary, boolean read) throws IOException {
    byte[] bytes = compressed(Compression.XZ, "A 1:1\n");
    bytes[16] = dictionary; // the header of the first block is of 12 bytes, with its sum
    CRC32 sum = new CRC32();
    sum.update(bytes, 12, 8);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(20, (int) sum.getValue());
    Path file = Files.write(directory.resolve("a.xz"), bytes);
    if (read) {
      assertThat(readExamples(labelled(file, LIBSVM))).containsExactly("[0][1.0] -> A");
    } else {
      assertRefused(Compression.XZ, file);
    }
  }

  private static void assertRefused(Compression compression, Path file) {
    assertThatThrownBy(() -> read(labelled(file, LIBSVM)))
        .isInstanceOf(BadInputException.class)
        .hasMessageMatching(
            "\\Q%s: found %s data that cannot be unpacked (\\E.+\\), allowed a complete %s file"
                .formatted(file, compression, compression))
        .hasMessageNotContaining("(null)");
  }
}
