package org.filbert.operators.loop.internal.frames;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class FrameSerializerTest {
  private static final int CHUNK = 1 + 4 * Integer.BYTES;
  private static final int LENGTH = CHUNK + 2 * Integer.BYTES;
  private static final Frame FRAME =
      Frame.of(Frame.Kind.ANSWER, 3, 1, Frame.DRIVER, 2).piece(1, 2, new byte[] {7, 8, 9});

  private static byte[] bytes(Frame frame) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(64);
    FrameSerializer.INSTANCE.serialize(frame, out);
    return out.getCopyOfBuffer();
  }

  private static Frame read(byte[] bytes) throws IOException {
    return FrameSerializer.INSTANCE.deserialize(new DataInputDeserializer(bytes));
  }

  private static byte[] with(int place, int value) throws IOException {
    return ByteBuffer.wrap(bytes(FRAME)).putInt(place, value).array();
  }

  @Test
  void framesComeBackAsTheyWere() throws IOException {
    Frame large = FRAME.piece(0, 1, new byte[3_000_001]);
    assertThat(bytes(FRAME)).hasSize(FRAME.bytes());
    for (Frame frame : new Frame[] {FRAME, Frame.END, large}) {
      assertThat(read(bytes(frame)))
          .usingRecursiveComparison()
          .withEqualsForType(Arrays::equals, byte[].class)
          .isEqualTo(frame);
    }
  }

  @Test
  void damagedFramesAreRefused() throws IOException {
    byte[] kind = bytes(FRAME);
    kind[0] = 99;
    assertThatThrownBy(() -> read(kind))
        .isInstanceOf(IOException.class)
        .hasMessage("found a damaged frame: no kind of frame has code 99");
    byte[] chunk = with(CHUNK, 2);
    assertThatThrownBy(() -> read(chunk))
        .isInstanceOf(IOException.class)
        .hasMessage("found a damaged frame: found piece 2 of 2");
    byte[] endless = with(LENGTH, Integer.MAX_VALUE);
    assertThatThrownBy(() -> read(endless)).isInstanceOf(EOFException.class);
    byte[] negative = with(LENGTH, -1);
    assertThatThrownBy(() -> read(negative))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("found a length of -1");
  }

  @Test
  void aMessageOfManyPiecesTakesNoMemoryBeforeTheyAreThere() {
    Assembly message = new Assembly(Integer.MAX_VALUE);
    message.add(FRAME.piece(5, Integer.MAX_VALUE, new byte[1]));
    assertThat(message.complete()).isFalse();
    assertThatThrownBy(() -> message.add(FRAME))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("came to a message of 2147483647");
    assertThatThrownBy(message::frames).isInstanceOf(IllegalStateException.class);
  }
}
