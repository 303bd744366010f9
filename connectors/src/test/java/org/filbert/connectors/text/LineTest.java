package org.filbert.connectors.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineTest {
  private static Line line(byte[] bytes) {
    return new Line(bytes, 0, bytes.length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "ä", "😀", "1,2,ä", "\u0000", "€"})
  void textOfAnyLengthIsUtf8ToItsLastByte(String text) {
    for (int times : new int[] {1, 2, 255, 1024, 5000}) {
      byte[] bytes = ("x" + text.repeat(times)).getBytes(StandardCharsets.UTF_8);
      assertThatCode(() -> line(bytes).requireUtf8()).doesNotThrowAnyException();
      if (bytes[bytes.length - 1] < 0) {
        byte[] cut = Arrays.copyOf(bytes, bytes.length - 1);
        assertThatThrownBy(() -> line(cut).requireUtf8())
            .isInstanceOf(MalformedException.class)
            .hasMessage("found bytes that are not UTF-8, allowed UTF-8 text");
      }
    }
  }

  /** A file may have hundreds of thousands of them. */
  @Test
  void bytesThatAreNoTextTakeLittleMemory() {
    ThreadMXBean costs = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Line line = line(new byte[] {(byte) 0xCE});
    int lines = 10_000;
    long before = costs.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < lines; i++) {
      try {
        line.requireUtf8();
      } catch (MalformedException e) {
        continue;
      }
      throw new AssertionError("0xCE alone was read as UTF-8");
    }
    assertThat(costs.getCurrentThreadAllocatedBytes() - before).isLessThan(600L * lines);
  }
}
