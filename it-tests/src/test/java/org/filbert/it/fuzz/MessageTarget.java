package org.filbert.it.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.filbert.data.DenseRows;
import org.filbert.data.SparseRows;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.kernel.Polynomial;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.filbert.store.codec.CodecException;
import org.filbert.store.codec.KryoCodec;
import org.jspecify.annotations.Nullable;

/** Objects as bytes; what is read can be written and read again. */
final class MessageTarget implements Target {
  record Everything(
      boolean flag,
      int number,
      @Nullable String text,
      List<String> list,
      Map<String, @Nullable Double> map,
      Kernel kernel,
      String[] texts) {}

  private static KryoCodec codec() {
    return new KryoCodec(List.of(Everything.class, Kernel.class));
  }

  @Override
  public String name() {
    return "kryo messages";
  }

  @Override
  public List<byte[]> seeds() {
    Matrix matrix = Matrix.of(Precision.SINGLE, 2, 3, 1, 2, 3, 4, 5, 6);
    return List.<Object>of(
            new Everything(
                true,
                7,
                null,
                List.of("a", "søren"),
                Map.of("b", 1.0),
                new Gaussian(1),
                new String[] {"c"}),
            List.of(1, 2L, 3.5f, "four", 'c', true, (byte) 1, (short) 2),
            new LinkedHashMap<>(Map.of("a", Set.of(1, 2), 5, new TreeMap<>(Map.of("x", "y")))),
            Arrays.asList(matrix, null, new DenseRows(matrix), Precision.DOUBLE),
            new SparseRows(
                Precision.DOUBLE,
                9,
                new int[] {0, 1, 3},
                new int[] {2, 0, 8},
                new double[] {1, 2, 3}),
            List.of(
                new int[] {1}, new long[] {2}, new float[] {3}, new double[] {4}, new byte[] {5}),
            new Polynomial(2, 1, 0.5))
        .stream()
        .map(object -> write(codec(), object))
        .toList();
  }

  private static byte[] write(KryoCodec codec, Object object) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      codec.write(bytes, object);
    } catch (IOException e) {
      throw new AssertionError("read, but not written: " + e.getMessage(), e);
    }
    return bytes.toByteArray();
  }

  @Override
  public List<String> tokens() {
    return List.of(
        "\u0016",
        "\u0016\u0001",
        "\u0017",
        "\u0018\u0001",
        "\u0019",
        "\u0001",
        "\u0003",
        "!",
        "\"",
        "#");
  }

  @Override
  public Reader open() {
    KryoCodec codec = codec();
    return input -> {
      Object object = codec.read(new ByteArrayInputStream(input), Object.class);
      if (!(object instanceof TreeMap)) { // whose keys may have been written in another order
        byte[] bytes = write(codec, object);
        byte[] again = write(codec, codec.read(new ByteArrayInputStream(bytes), Object.class));
        if (!Arrays.equals(bytes, again)) {
          throw new AssertionError("written differently once read");
        }
      }
      return object;
    };
  }

  @Override
  public boolean documents(Exception exception) {
    return exception instanceof CodecException;
  }
}
