package org.filbert.operators.loop.state;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.filbert.kernel.Gaussian;
import org.filbert.operators.loop.internal.frames.FrameCodec;
import org.filbert.operators.loop.spec.UserErrorException;
import org.junit.jupiter.api.Test;

class StateFormatTest {
  private static DataInputStream in(int... bytes) {
    byte[] input = new byte[bytes.length];
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) bytes[i];
    }
    return new DataInputStream(new ByteArrayInputStream(input));
  }

  @Test
  void itsOwnFormatIsRead() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StateFormat.write(new DataOutputStream(out));
    StateFormat.require(new DataInputStream(new ByteArrayInputStream(out.toByteArray())));
  }

  @Test
  void anotherFormatEndsTheRun() {
    assertThatThrownBy(() -> StateFormat.require(in('F', 'B', 0, 99)))
        .isInstanceOf(SuppressRestartsException.class)
        .cause()
        .isInstanceOf(UserErrorException.class)
        .hasMessage(
            "the checkpoint has format 99, this version of Filbert reads format 1:"
                + " use the version that began the run");
    assertThatThrownBy(() -> StateFormat.require(in(0, 0, 0, 0)))
        .cause()
        .hasMessageStartingWith("the checkpoint has no format number, this version");
  }

  @Test
  void whatThisVersionNeedsAndTheStateHasNotEndsTheRun() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new FrameCodec(List.of(Gaussian.class)).states().write(out, new Gaussian(2));
    assertThatThrownBy(
            () ->
                StateFormat.read(
                    () ->
                        new FrameCodec(List.of())
                            .states()
                            .read(new ByteArrayInputStream(out.toByteArray()), Object.class)))
        .isInstanceOf(SuppressRestartsException.class)
        .cause()
        .isInstanceOf(UserErrorException.class)
        .hasMessageContainingAll("the checkpoint cannot be restored", "Gaussian");
  }
}
