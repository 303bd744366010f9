package org.filbert.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.binary.BinaryArrayData;
import org.filbert.data.Features;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NumberReaderTest {
  private static double[] read(ArrayData array) {
    InputColumns columns =
        new InputColumns(
            List.of("x"), List.of(DataTypes.ARRAY(DataTypes.DOUBLE()).getLogicalType()));
    Features row = new NumberReader(columns).array(GenericRowData.of(array));
    return ((Features.Dense) row).values();
  }

  static Stream<ArrayData> numbers() {
    return Stream.of(
        BinaryArrayData.fromPrimitiveArray(new double[] {0, -1.5, 3e9}),
        new GenericArrayData(new double[] {0, -1.5, 3e9}),
        new GenericArrayData(new Object[] {0, -1.5f, 3_000_000_000L}));
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void anArrayOfNumbersIsARow(ArrayData array) {
    assertThat(read(array)).containsExactly(0, -1.5, 3e9);
  }

  static Stream<ArrayData> others() {
    return Stream.of(
        BinaryArrayData.fromPrimitiveArray(new float[] {1, 2, 3}),
        BinaryArrayData.fromPrimitiveArray(new long[] {1, 2, 3}),
        BinaryArrayData.fromPrimitiveArray(new long[] {1L << 53, 2, 3}),
        BinaryArrayData.fromPrimitiveArray(new int[] {1, 2, 3}),
        BinaryArrayData.fromPrimitiveArray(new short[] {1, 2, 3}));
  }

  @ParameterizedTest
  @MethodSource("others")
  void bytesOfOtherNumbersAreRefused(ArrayData array) {
    assertThatThrownBy(() -> read(array))
        .hasMessage("column x has other numbers than DOUBLE: use CAST(x AS ARRAY<DOUBLE>)");
  }

  @Test
  void nullAndNumbersThatAreNotFiniteAreRefused() {
    assertThatThrownBy(() -> read(new GenericArrayData(new Object[] {1.0, null})))
        .hasMessage("column x has null as its number 2, must be finite");
    assertThatThrownBy(() -> read(new GenericArrayData(new double[] {1, Double.NaN})))
        .hasMessage("column x has NaN, must be a finite number");
    assertThatThrownBy(
            () ->
                new NumberReader(
                        new InputColumns(List.of("x"), List.of(DataTypes.INT().getLogicalType())))
                    .numbers(GenericRowData.of((Object) null)))
        .hasMessage("column x has null, must be INT");
  }
}
