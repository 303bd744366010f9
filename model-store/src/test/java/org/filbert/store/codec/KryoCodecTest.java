package org.filbert.store.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Pointer;
import org.filbert.data.DenseRows;
import org.filbert.data.FormerName;
import org.filbert.data.Outputs;
import org.filbert.data.SparseRows;
import org.filbert.kernel.Gaussian;
import org.filbert.kernel.Kernel;
import org.filbert.linalg.Matrix;
import org.filbert.linalg.Precision;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class KryoCodecTest {
  enum Colour {
    RED,
    BLUE {
      @Override
      String shade() {
        return "navy";
      }
    };

    String shade() {
      return "plain";
    }
  }

  record Everything(
      boolean flag,
      byte small,
      int number,
      long big,
      float single,
      double exact,
      @Nullable Double absent,
      @Nullable String text,
      List<@Nullable String> list,
      SortedMap<String, Integer> sorted,
      Colour colour,
      Kernel kernel,
      Object any) {}

  record Checked(int positive) {
    Checked {
      if (positive <= 0) {
        throw new IllegalArgumentException("found " + positive + ", must be above 0");
      }
    }
  }

  record Unregistered(int value) {}

  enum Season {
    SUMMER,
    AUTUMN
  }

  enum SeasonNow {
    SPRING,
    AUTUMN
  }

  record Before(int count, Season season, Gaussian gone, List<Before> children) {}

  record Now(@Nullable String remark, List<Now> children, long count, @Nullable SeasonNow season) {}

  record Needing(int count, String name) {}

  private final KryoCodec codec =
      new KryoCodec(List.of(Everything.class, Colour.class, Kernel.class, Checked.class));

  private byte[] write(Object object) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    codec.write(out, object);
    return out.toByteArray();
  }

  private <T> T read(byte[] bytes, Class<T> type) throws IOException {
    return codec.read(new ByteArrayInputStream(bytes), type);
  }

  private <T> T copy(T object, Class<T> type) throws IOException {
    return read(write(object), type);
  }

  @Test
  void recordsKeepEveryComponent() throws IOException {
    Everything full =
        new Everything(
            true,
            (byte) -3,
            Integer.MIN_VALUE,
            Long.MAX_VALUE,
            -1.5f,
            Double.NaN,
            2.5,
            "søren \uD83C\uDF30",
            Arrays.asList("a", null),
            new TreeMap<>(Map.of("b", 2, "a", 1)),
            Colour.BLUE,
            new Gaussian(0.2),
            Colour.RED);
    assertThat(copy(full, Everything.class)).isEqualTo(full);

    Everything empty =
        new Everything(
            false,
            (byte) 0,
            0,
            0,
            0,
            0,
            null,
            null,
            List.of(),
            new TreeMap<>(),
            Colour.RED,
            new Gaussian(1),
            List.of());
    assertThat(copy(empty, Everything.class)).isEqualTo(empty);
  }

  static Stream<Object> collections() {
    return Stream.of(
        List.of(),
        List.of(1),
        List.of(1, 2, 3),
        new ArrayList<>(List.of("x")),
        Arrays.asList(1, null),
        Stream.of(1, 2).toList(),
        Stream.of(1, 2).collect(Collectors.toList()),
        Collections.unmodifiableList(new ArrayList<>(List.of(1L))),
        List.of(1, 2, 3, 4).subList(1, 3),
        Collections.emptyList(),
        List.of(List.of(1), List.of()),
        Set.of(1, 2),
        Map.of(),
        Map.of("a", List.of(1)),
        new LinkedHashMap<>(Map.of(1, "x")),
        new TreeMap<>(Map.of("k", 1.0)),
        Collections.unmodifiableSortedMap(new TreeMap<>(Map.of(1, 2))));
  }

  @ParameterizedTest
  @MethodSource("collections")
  void collectionsOfAnyImplementation(Object collection) throws IOException {
    assertThat(copy(collection, Object.class)).isEqualTo(collection);
  }

  static Stream<Arguments> arrays() {
    return Stream.of(0, 1, 1000, 300_000)
        .flatMap(
            n ->
                Stream.of(
                        new byte[n],
                        IntStream.range(0, n).toArray(),
                        IntStream.range(0, n).mapToLong(i -> -i * 3L).toArray(),
                        new float[n],
                        IntStream.range(0, n).mapToDouble(i -> 1.0 / (i + 1)).toArray(),
                        new String[n])
                    .map(array -> Arguments.of((Object) array)));
  }

  @ParameterizedTest
  @MethodSource("arrays")
  void arraysOfAnyLength(Object array) throws IOException {
    assertThat(copy(array, Object.class)).isEqualTo(array);
  }

  @Test
  void stringArraysMayHoldNull() throws IOException {
    @Nullable String[] names = {"a", null, ""};
    assertThat(copy(names, String[].class)).containsExactly("a", null, "");
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void matricesOfAnyShapeAndViewsWithoutTheirGaps(Precision precision) throws IOException {
    int[][] shapes = {
      {0, 0}, {0, 3}, {3, 0}, {1, 1}, {13, 7}, {1, 40_000}, {40_000, 1}, {700, 900}
    };
    for (int[] shape : shapes) {
      Matrix matrix = random(precision, shape[0], shape[1]);
      assertSame(copy(matrix, Matrix.class), matrix);
    }
    Matrix view = random(precision, 300, 500).rows(10, 290).columns(3, 77);
    Matrix read = copy(view, Matrix.class);
    assertSame(read, view);
    assertThat(read.stride()).isEqualTo(74);
    assertThat(write(view).length).isLessThan((int) view.bytes() + 100);
  }

  @Test
  void matricesAboveTheBelievedSizeGrow() throws IOException {
    Matrix matrix = random(Precision.DOUBLE, 50_001, 100);
    assertSame(copy(matrix, Matrix.class), matrix);
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void rows(Precision precision) throws IOException {
    DenseRows dense = new DenseRows(random(precision, 20, 5)).slice(3, 11);
    assertSame(copy(dense, DenseRows.class).matrix(), dense.matrix());

    SparseRows sparse =
        new SparseRows(
            precision,
            6,
            new int[] {0, 2, 2, 3, 5},
            new int[] {0, 5, 3, 1, 2},
            new double[] {0.1, 2, -3, 4, 5});
    for (SparseRows rows : List.of(sparse, sparse.slice(1, 4), sparse.slice(2, 2))) {
      SparseRows read = copy(rows, SparseRows.class);
      assertThat(read.count()).isEqualTo(rows.count());
      assertThat(read.features()).isEqualTo(6);
      assertThat(read.precision()).isEqualTo(precision);
      assertThat(read.nonZeros()).isEqualTo(rows.nonZeros());
      for (int i = 0; i < rows.count(); i++) {
        assertThat(read.row(i)).isEqualTo(rows.row(i));
      }
    }
  }

  @Test
  void messagesFollowEachOtherInOneStream() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    codec.write(out, "first");
    codec.write(out, new double[100_000]);
    codec.write(out, List.of(3));
    InputStream in = new ByteArrayInputStream(out.toByteArray());
    assertThat(codec.read(in, String.class)).isEqualTo("first");
    assertThat(codec.read(in, double[].class)).hasSize(100_000);
    assertThat(codec.read(in, Object.class)).isEqualTo(List.of(3));
    assertThat(in.read()).isEqualTo(-1);
  }

  @Test
  void aNewCodecOfTheSameListReadsTheBytes() throws IOException {
    KryoCodec other =
        new KryoCodec(List.of(Everything.class, Colour.class, Kernel.class, Checked.class));
    byte[] bytes = write(new Gaussian(3));
    assertThat(other.read(new ByteArrayInputStream(bytes), Gaussian.class))
        .isEqualTo(new Gaussian(3));
  }

  @Test
  void unknownClassesAreNotWritten() throws IOException {
    assertThatThrownBy(() -> write(new Unregistered(1)))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("Unregistered");
    assertThatThrownBy(() -> write(List.of(new Unregistered(1))))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("not registered");
    assertThatThrownBy(() -> write(new TreeMap<String, Integer>(Comparator.reverseOrder())))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("natural order");
    assertThatThrownBy(() -> new KryoCodec(List.of(Thread.class)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.lang.Thread");
    assertThat(copy("still usable", String.class)).isEqualTo("still usable");
  }

  @Test
  void theExpectedTypeIsChecked() throws IOException {
    byte[] bytes = write("text");
    assertThatThrownBy(() -> read(bytes, Matrix.class))
        .isInstanceOf(CodecException.class)
        .hasMessage("found java.lang.String, expected org.filbert.linalg.Matrix");
  }

  @Test
  void recordsCheckThemselvesWhenRead() throws IOException {
    byte[] bytes = write(new Checked(1));
    bytes[bytes.length - 2] = 0;
    assertThatThrownBy(() -> read(bytes, Checked.class))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("must be above 0");
  }

  @Test
  void everyTruncationIsAnError() throws IOException {
    byte[] bytes = write(List.of(new Gaussian(1), new double[] {1, 2}, "text", Map.of(1, 2)));
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> read(cut, List.class)).isInstanceOf(CodecException.class);
    }
  }

  @Test
  void noCorruptByteDoesMoreThanAnIoException() throws IOException {
    Object object =
        List.of(
            random(Precision.SINGLE, 3, 2),
            new SparseRows(Precision.DOUBLE, 3, new int[] {0, 1}, new int[] {2}, new double[] {1}),
            new Gaussian(1),
            new int[] {1},
            "text",
            new TreeMap<>(Map.of("a", 1)));
    byte[] bytes = write(object);
    for (int at = 0; at < bytes.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] corrupt = bytes.clone();
        corrupt[at] ^= (byte) (1 << bit);
        try {
          read(corrupt, List.class);
        } catch (IOException expected) {
          assertThat(expected).hasMessageNotContaining("\n");
        }
      }
    }
  }

  @Test
  void claimedLengthsTakeNoMemory() throws IOException {
    // Each claims 2^31 - 1 elements; the id of a class is written as id + 2.
    byte[] claim = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07};
    for (int id : new int[] {1, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23}) {
      assertThatThrownBy(() -> read(message(new byte[] {(byte) (id + 2)}, claim), Object.class))
          .isInstanceOf(CodecException.class);
    }
    byte[] single = {31 + 2, 1};
    assertThatThrownBy(() -> read(message(single, claim, claim), Object.class))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("matrix row of 8589934588 bytes");
    assertThatThrownBy(() -> read(message(single, claim, new byte[] {8}), Object.class))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("bytes end");
  }

  /** Rows without columns take no memory. */
  @Test
  @Timeout(10)
  void rowsWithoutColumnsTakeNoTime() throws IOException {
    byte[] rows = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07};
    for (byte precision = 1; precision <= 2; precision++) {
      byte[] message = message(new byte[] {31 + 2, precision}, rows, new byte[] {0});
      assertThat(read(message, Matrix.class).rows()).isEqualTo(Integer.MAX_VALUE);
    }
  }

  @Test
  void aMatrixThatEndsEarlyGivesItsMemoryBack() throws IOException {
    byte[] bytes = write(Matrix.zeros(Precision.DOUBLE, 3_000, 1_000));
    long before = Pointer.totalBytes();
    for (int length : new int[] {100, bytes.length / 2, bytes.length - 2}) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> read(cut, Matrix.class)).isInstanceOf(CodecException.class);
      assertThat(Pointer.totalBytes()).isLessThanOrEqualTo(before);
    }
  }

  @Test
  void classesAreKnownByTheirIdsAlone() {
    byte[] byName = {1, 0, -1, -1, -1, -1, -1, 127};
    assertThatThrownBy(() -> read(message(byName), Object.class))
        .isInstanceOf(CodecException.class)
        .hasMessage(
            "cannot read a java.lang.Object: found a class by its name, expected one by its id");
  }

  record Inner(List<String> names, @Nullable Map<String, List<Double>> weights, String[] texts) {}

  @Test
  void componentsAreWhatTheyAreDeclaredAs() throws IOException {
    KryoCodec inner = new KryoCodec(List.of(Inner.class));
    Inner good = new Inner(List.of("a"), Map.of("b", List.of(1.0)), new String[] {"c"});
    assertThat(copy(inner, good).weights()).isEqualTo(good.weights());
    assertThat(copy(inner, new Inner(List.of(), null, new String[0])).weights()).isNull();
    @SuppressWarnings({"unchecked", "rawtypes"})
    List<Inner> bad =
        List.of(
            new Inner((List) List.of(1), null, new String[0]),
            new Inner(Arrays.asList("a", null), null, new String[0]),
            new Inner(null, null, new String[0]),
            new Inner(List.of(), (Map) Map.of(1, List.of()), new String[0]),
            new Inner(List.of(), (Map) Map.of("a", List.of("b")), new String[0]),
            new Inner(List.of(), null, new String[] {null}));
    for (Inner each : bad) {
      assertThatThrownBy(() -> copy(inner, each))
          .isInstanceOf(CodecException.class)
          .hasMessageMatching(
              ".*found (null|java\\.\\S+) in \\w+ of Inner, expected a \\w+(\\[])?");
    }
  }

  private static Inner copy(KryoCodec codec, Inner inner) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    codec.write(out, inner);
    return codec.read(new ByteArrayInputStream(out.toByteArray()), Inner.class);
  }

  @Test
  void hostileNestingIsRefused() {
    byte[] nested = new byte[200_000];
    for (int i = 0; i < nested.length; i += 2) {
      nested[i] = 20 + 2;
      nested[i + 1] = 1;
    }
    assertThatThrownBy(() -> read(message(nested), Object.class))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("depth");
  }

  @Test
  void bytesLeftInAMessageAreAnError() {
    byte[] longer = {1 + 2, 1, 'a', 'b'};
    assertThatThrownBy(() -> read(message(longer), String.class))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("after the object");
  }

  @Test
  void failuresOfTheStreamComeThroughAsTheyAre() {
    IOException full = new IOException("disk full");
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw full;
          }
        };
    assertThatThrownBy(() -> codec.write(out, "text")).isSameAs(full);
  }

  private static byte[] message(byte[]... parts) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FrameOutputStream frames = new FrameOutputStream(out);
    for (byte[] part : parts) {
      frames.write(part);
    }
    frames.finish();
    return out.toByteArray();
  }

  private static Matrix random(Precision precision, int rows, int cols) {
    Random random = new Random(rows * 31L + cols);
    return Matrix.of(precision, rows, cols, random.doubles((long) rows * cols).toArray());
  }

  private static void assertSame(Matrix actual, Matrix expected) {
    assertThat(actual.toString()).isEqualTo(expected.toString());
    assertThat(actual.toArray()).isEqualTo(expected.toArray());
  }

  private static KryoCodec named(Class<?> season, Class<?> node) {
    return new KryoCodec(
        new Registrations(
            new TreeMap<>(),
            Map.of("Season", season, "Node", node, "Gaussian", Gaussian.class),
            List.of(),
            KryoCodecTest.class.getClassLoader()));
  }

  /** The targets of a state that was written before they had scales. */
  record TargetsBefore(double[] means) {}

  @Test
  void targetsOfFormerStatesAreNotScaled() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    targets(TargetsBefore.class).write(out, new TargetsBefore(new double[] {3, 4}));
    Outputs.Targets read =
        targets(Outputs.Targets.class)
            .read(new ByteArrayInputStream(out.toByteArray()), Outputs.Targets.class);
    assertThat(read.means()).containsExactly(3, 4);
    assertThat(read.scales()).containsExactly(1, 1);
  }

  private static KryoCodec targets(Class<?> type) {
    return new KryoCodec(
        new Registrations(
            new TreeMap<>(),
            Map.of("Targets", type),
            List.of(),
            KryoCodecTest.class.getClassLoader()));
  }

  private static byte[] oldNode() throws IOException {
    Before leaf = new Before(1, Season.AUTUMN, new Gaussian(2), List.of());
    Before root = new Before(2, Season.AUTUMN, new Gaussian(3), List.of(leaf, leaf));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    named(Season.class, Before.class).write(out, root);
    return out.toByteArray();
  }

  @Test
  void byNamesAnotherVersionOfARecordIsRead() throws IOException {
    KryoCodec now = named(SeasonNow.class, Now.class);
    Now leaf = new Now(null, List.of(), 1, SeasonNow.AUTUMN);
    Now root = new Now(null, List.of(leaf, leaf), 2, SeasonNow.AUTUMN);
    assertThat(now.read(new ByteArrayInputStream(oldNode()), Now.class)).isEqualTo(root);
    assertThat(now.read(new ByteArrayInputStream(oldNode()), Now.class)).isEqualTo(root);
  }

  record Counted(int count, List<Counted> parts) {}

  @FormerName("org.filbert.store.codec.KryoCodecTest$Counted")
  record Numbered(@FormerName("count") int number, List<Numbered> parts) {}

  @Test
  void byNamesARenamedRecordIsReadAndWrittenByItsNewName() throws IOException {
    ByteArrayOutputStream old = new ByteArrayOutputStream();
    KryoCodec.byNames(List.of(Counted.class))
        .write(old, new Counted(1, List.of(new Counted(2, List.of()))));
    KryoCodec codec = KryoCodec.byNames(List.of(Numbered.class));
    Numbered expected = new Numbered(1, List.of(new Numbered(2, List.of())));
    assertThat(codec.read(new ByteArrayInputStream(old.toByteArray()), Numbered.class))
        .isEqualTo(expected);
    ByteArrayOutputStream now = new ByteArrayOutputStream();
    codec.write(now, expected);
    assertThat(now.toString(StandardCharsets.ISO_8859_1))
        .contains("$Numbered", "number")
        .doesNotContain("Counted", "count");
    assertThat(codec.read(new ByteArrayInputStream(now.toByteArray()), Numbered.class))
        .isEqualTo(expected);
  }

  @Test
  void byNamesWhatIsNeededAndWhatIsNotKnownAreTold() throws IOException {
    byte[] old = oldNode();
    assertThatThrownBy(
            () ->
                named(SeasonNow.class, Needing.class)
                    .read(new ByteArrayInputStream(old), Needing.class))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("Needing without the required name");
    assertThatThrownBy(
            () ->
                KryoCodec.byNames(List.of(Now.class))
                    .read(new ByteArrayInputStream(old), Now.class))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("found a class named Node, which is not known here");
    ByteArrayOutputStream summer = new ByteArrayOutputStream();
    named(Season.class, Before.class).write(summer, Season.SUMMER);
    assertThatThrownBy(
            () ->
                named(SeasonNow.class, Now.class)
                    .read(new ByteArrayInputStream(summer.toByteArray()), SeasonNow.class))
        .isInstanceOf(CodecException.class)
        .hasMessageContaining("found an unknown constant of SeasonNow");
  }

  @Test
  void byNamesEverythingComesBack() throws IOException {
    KryoCodec names =
        KryoCodec.byNames(List.of(Everything.class, Colour.class, Kernel.class, Checked.class));
    Everything full =
        new Everything(
            true,
            (byte) -3,
            Integer.MIN_VALUE,
            Long.MAX_VALUE,
            -1.5f,
            Double.NaN,
            2.5,
            null,
            Arrays.asList("a", null),
            new TreeMap<>(Map.of("b", 2, "a", 1)),
            Colour.BLUE,
            new Gaussian(0.2),
            Colour.RED);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    names.write(out, List.of(full, full, new Checked(3)));
    names.write(out, full);
    InputStream in = new ByteArrayInputStream(out.toByteArray());
    assertThat(names.read(in, Object.class)).isEqualTo(List.of(full, full, new Checked(3)));
    assertThat(names.read(in, Everything.class)).isEqualTo(full);
  }
}
